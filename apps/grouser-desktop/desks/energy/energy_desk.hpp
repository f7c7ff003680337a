// SPDX-License-Identifier: BSD-3-Clause
// The energy book of a run, live or in replay: where energy came from and where it went, as flows, a table
// and lines over time.
#pragma once
#include <string>
#include <vector>

#include "desks/desk.hpp"

namespace grouser::desktop {

/// A part of the book.
struct EnergyPart {
  enum class Kind {
    stored,  ///< of motion, height, springs
    work,    ///< that motors have done on the vehicle since the start
    lost     ///< dissipated since the start
  };
  Kind kind = Kind::stored;
  std::string label;
  int channel = -1;          ///< index of the scene's channels
  double since_start = 0.0;  ///< J: its growth until the time that is shown
  /// J that came out of it (positive) or went into it (negative): what grows takes energy, but for work.
  double given() const { return kind == Kind::work ? since_start : -since_start; }
};

/// The parts that the run records, at the time that is shown; empty: it records none.
std::vector<EnergyPart> energy_parts(const RunView& run);

class EnergyDesk final : public Desk {
 public:
  explicit EnergyDesk(Shared& shared) : shared_(shared) {}
  std::vector<Tab> tabs() override;
  void opened() override { lines_.clear(); }
  void note(UiReport& report) const override;

 private:
  void draw(const Ui& ui, Requests& requests);
  void draw_lines(const Ui& ui, const std::vector<EnergyPart>& parts, ImVec2 size, Requests& requests);

  Shared& shared_;
  std::vector<std::vector<double>> lines_;  // J since the start, of each part at each frame
};

}  // namespace grouser::desktop

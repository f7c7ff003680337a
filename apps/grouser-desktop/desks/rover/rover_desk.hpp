// SPDX-License-Identifier: BSD-3-Clause
// The desk that takes rovers of other programs (URDF, xacro, SDF). A dialog shows which parts were taken,
// guessed and left out, and how the rover stands; choices that the file lacks are made there, and the rover
// is saved as TOML and shown.
#pragma once
#include "desks/desk.hpp"
#include "desks/rover/rover_form.hpp"
#include "desks/rover/rover_request.hpp"

namespace grouser::desktop {

class RoverDesk final : public Desk {
 public:
  explicit RoverDesk(Shared& shared) : shared_(shared) {}

  void register_requests(RequestTable& table) override;
  bool open(const std::string& path, double at) override;
  void update(double now, Requests& requests) override;
  void draw_front(const Ui& ui, const UiRect& view, Requests& requests) override;
  const char* dialog() const override { return form_.dialog.open ? "rover" : nullptr; }
  bool complete() const override { return !form_.working; }
  void note(Activity& activity) const override;
  void note(UiReport& report) const override;

 private:
  void look();
  void save();
  void show(const std::filesystem::path& file);
  void take(const RoverAnswer& answer, bool saving);

  Shared& shared_;
  RoverForm form_;
  bool saves_ = false;  // what was asked last
  RoverWork work_;
};

}  // namespace grouser::desktop

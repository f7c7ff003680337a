// SPDX-License-Identifier: BSD-3-Clause
// The desk of the soil library: which soil is looked at, with which wheel, and its curves, which a thread
// finds.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "desks/soils/soil_curves.hpp"
#include "desks/soils/soil_request.hpp"
#include "desks/soils/soil_shelf.hpp"
#include "session/jobs/latest_job.hpp"

namespace grouser {
class World;
struct Frame;
}  // namespace grouser

namespace grouser::desktop {

/// The state that the panel shows.
struct SoilView {
  Shelf shelf;  ///< of the scenario, then own ones, then those that came with the program
  std::shared_ptr<const ShelvedSoil> chosen, beside;  ///< null: none
  std::vector<std::string> wheels;                    ///< empty: the vehicle has none
  std::size_t wheel = 0;
  RigSetup rig;             ///< of this wheel
  bool load_typed = false;  ///< else that of the run's first frame
  SoilCurves curves;
  bool working = false;          ///< the curves are not yet those of the shown soil
  std::filesystem::path folder;  ///< of new soils
  bool has_soil_map = false;     ///< the ground's own soil lies outside the map only
};

/// Finds the shelf, the wheel and the question for the curves; the thread of LatestJob solves it.
class SoilWork {
 public:
  /// `state_folder`: new soils lie in its folder "soils" while the scenario has no file of its own.
  explicit SoilWork(const std::filesystem::path& state_folder);

  /// Takes the open world; null if none can be changed. `first`: the first frame of the run, null while
  /// there is none. `changes`: the settings that the document wants, also while their world is being built.
  /// `file`: the file of the scenario; empty if it is not saved.
  void show(std::shared_ptr<const World> world, const Frame* first, const std::vector<Override>& changes,
            const std::filesystem::path& file);
  /// All but `use` and `copy`.
  void carry_out(const SoilRequest& request);
  /// Writes the chosen soil under another name, beside the scenario. Returns the new `terrain.soil`.
  /// Throws InputError or RunError.
  std::string copy(const std::string& name);
  /// Starts and takes up the search for curves; latest wins.
  void update();
  const SoilView& view() const { return view_; }

 private:
  void take_shelf(const std::vector<Override>& changes);
  void take_wheel();
  void ask_curves();
  std::shared_ptr<const ShelvedSoil> find(const std::string& given) const;

  std::filesystem::path own_folder_;
  Shelf shipped_;
  std::shared_ptr<const World> world_;
  std::vector<Override> changes_;
  std::vector<double> loads_;  // N, one per wheel, of the first frame; empty: not known
  double typed_load_ = 0.0;
  LatestJob<CurveQuestion, SoilCurves> search_;
  SoilView view_;
};

}  // namespace grouser::desktop

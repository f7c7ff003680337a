// A run file as RunData: poses and channels are read when they are asked for.
#pragma once
#include <filesystem>
#include <map>

#include "grouser/recording/run_file/run_reader.hpp"
#include "session/run_data.hpp"

namespace grouser::desktop {

/// The note of a run whose writer has not closed its file.
inline constexpr const char* kInterruptedNote =
    "This run was interrupted: what it had written is shown (grouser repair makes a clean copy).";

class ReplayData final : public RunData {
 public:
  /// Reads the file's head and rebuilds what the run looked like. Throws InputError.
  explicit ReplayData(const std::filesystem::path& path);

  std::shared_ptr<const Frame> frame(std::size_t index) override;
  std::int64_t step_number(std::size_t index) const override {
    return static_cast<std::int64_t>(steps_.at(index));
  }
  std::span<const double> column(std::size_t channel) override;
  std::shared_ptr<const GroundMemory> ground(double time) override;
  bool closed_cleanly() const { return reader_.closed_cleanly(); }
  bool adaptive() const { return adaptive_; }

 private:
  void find_pose_columns();
  RunReader reader_;
  bool adaptive_ = false;
  std::vector<std::uint64_t> steps_, hashes_;
  std::vector<std::array<std::size_t, 7>> poses_;  // columns of each body's pose: x, y, z, qw, qx, qy, qz
  std::vector<std::array<std::size_t, 3>>
      forces_;  // columns of the force at each of Scene::force_places, if recorded
  std::map<std::size_t, std::vector<double>> columns_;
  std::shared_ptr<const Frame> last_;
  std::size_t last_index_ = 0;
  std::shared_ptr<const GroundMemory> ground_;
  std::size_t ground_keyframe_ = 0;
};

}  // namespace grouser::desktop

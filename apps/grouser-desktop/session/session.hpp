// What is open, and where in it we are: nothing, a live run, or a replay. Owns the data and the worker;
// everything here belongs to the window's thread. Loading happens beside it: the window never waits.
#pragma once
#include <filesystem>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "grouser/simulation/frame.hpp"
#include "session/playback.hpp"
#include "session/run_data.hpp"
#include "session/step_control.hpp"

namespace grouser {
class World;
}

namespace grouser::desktop {

class SimulationWorker;

enum class SessionMode { empty, live, replay };
enum class LogLevel { info, warning, error };
struct LogLine {
  LogLevel level = LogLevel::info;
  std::string text;
};

/// What the panels see.
struct RunView {
  SessionMode mode = SessionMode::empty;
  std::string name;  ///< file or scenario, for the title
  std::shared_ptr<const Scene> scene;
  std::shared_ptr<const Frame> frame;
  std::shared_ptr<const GroundMemory> ground;
  RunData* data = nullptr;                          ///< for plots
  double time = 0.0, newest = 0.0, duration = 0.0;  ///< s
  RunState state = RunState::paused;
  double speed = 1.0, measured_speed = 0.0;
  bool looking_back = false;  ///< a live run, shown at an earlier time
  bool loading = false;
  std::string loading_name;
};

class Session {
 public:
  /// `now`: seconds of a steady clock, also called by the worker thread.
  explicit Session(std::function<double()> now);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Begins to load a scenario (path or id) or a run file. What is open stays until the new one is ready.
  void open(const std::string& path);
  void reload();
  /// Loads at once and, for a scenario, simulates to `time` before returning (no worker). Throws InputError.
  void open_at(const std::string& path, double time);

  void play_pause();
  void single_step();
  void step_back();
  void reset();
  void set_speed(double speed);
  void seek(double time);

  /// Fetches news from the loader and the worker, moves the play head. True if what is shown was replaced by
  /// another.
  bool update();
  const RunView& view() const { return view_; }
  const std::vector<LogLine>& log() const { return log_; }
  void add_log(LogLevel level, const std::string& text);
  const std::string& path() const { return path_; }

 private:
  struct Loaded;
  static std::unique_ptr<Loaded> load(const std::string& path);
  void show(Loaded& loaded);
  bool finish_loading();
  void fetch_news();
  void refresh_view();

  std::function<double()> now_;
  std::future<std::unique_ptr<Loaded>> loading_;
  std::string loading_path_, path_;
  double last_update_ = 0.0;
  std::unique_ptr<RunData> data_;
  LiveData* live_ = nullptr;
  std::optional<Playback> playback_;
  std::optional<double> looking_at_;  // a time of the live run that is shown instead of the newest
  std::unique_ptr<SimulationWorker> worker_;
  RunView view_;
  std::vector<LogLine> log_;
};

}  // namespace grouser::desktop

// SPDX-License-Identifier: BSD-3-Clause
// The open run and the moment in it: nothing, a live run, a replay, or a run that another program serves.
// It owns the data and the worker, and everything here belongs to the thread of the window. Loading happens
// beside it, so that the window never waits.
#pragma once
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/link/link_client.hpp"
#include "grouser/base/toml_input.hpp"
#include "grouser/simulation/step/frame.hpp"
#include "session/hand_work.hpp"
#include "session/jobs/task.hpp"
#include "session/playback.hpp"
#include "session/run/run_data.hpp"
#include "session/run/step_control.hpp"

namespace grouser {
class World;
struct SoilMapOperation;
}  // namespace grouser

namespace grouser::desktop {

class ReplayData;
enum class FramesChecked;
class SimulationWorker;
struct Snapshot;

/// Result of update().
enum class Opened { nothing, another, rebuilt };

enum class SessionMode { empty, live, replay, connected };

/// A run that another program serves.
struct LinkView {
  std::string address;  ///< empty: none
  LinkState state = LinkState::connecting;
  std::string text;  ///< why it was cut or refused
};

/// Something done (a file written), a notice and an error are shown in the window for a while too.
enum class LogLevel { info, done, warning, notice, error };
struct LogLine {
  LogLevel level = LogLevel::info;
  std::string text;
  std::string clock = {};  ///< time of day when it came, "14:05:09"
};

/// The state of the run that the panels show.
struct RunView {
  SessionMode mode = SessionMode::empty;
  std::string name;  ///< file, scenario or address, for the title
  LinkView link;
  std::shared_ptr<const Scene> scene;
  std::shared_ptr<const Frame> frame;
  std::shared_ptr<const GroundMemory> ground;
  std::shared_ptr<const AnchorMarks> anchors;       ///< of the frame, or null
  RunData* data = nullptr;                          ///< for plots
  double time = 0.0, newest = 0.0, duration = 0.0;  ///< s
  RunState state = RunState::paused;
  double speed = 1.0, measured_speed = 0.0;
  bool backward = false;                       ///< a replay that plays back in time
  std::optional<double> loop_begin, loop_end;  ///< of a replay, s
  bool looking_back = false;                   ///< a live run, shown at an earlier time
  std::optional<RunState> ended;               ///< of a live run that is over, and replayed from now on: how
  bool adaptive = false;                       ///< the length of a step changes
  double step = 0.0;  ///< s: the length of the last step, the mean one since the frame before
  bool loading = false;
  std::string loading_name;
  std::string recording_path;  ///< the run file a live run is written to, or empty
  std::string recorded_path;   ///< the run file that holds a live run to its end, or empty
  std::string run_file;        ///< that holds what is shown, as far as it has come; empty: none does
  RunData* other = nullptr;    ///< a second run to compare with
  std::string other_name;
  std::shared_ptr<const Frame> other_frame;  ///< of the second run at the same time
  HandView hand;                             ///< who drives
};

class Session {
 public:
  /// `now`: seconds of a steady clock, also called by the worker thread. `tell`: called by the worker thread
  /// when update() would find news.
  explicit Session(std::function<double()> now, std::function<void()> tell = {});
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Keeps each live run from now on in a run file in this folder, until something else is opened or the run
  /// begins again, so that it can be saved and exported afterwards. Removes files that ended programs have
  /// left there.
  void keep_runs_in(const std::filesystem::path& folder);
  /// A person has saved the live run, to its end, in this file.
  void note_saved(const std::string& path);

  /// Begins to load a scenario (path or id) or a run file. The present one stays until the new one is ready.
  /// `overrides`: as --set takes them, for a scenario.
  /// `at`: where a run file opens, s.
  void open(const std::string& path, const std::vector<Override>& overrides = {}, double at = 0.0);
  void reload();
  /// Drops the file that is being read. Does not wait.
  void give_up_loading();
  /// Begins to build the open scenario with other settings; what is shown stays until it is there.
  void rebuild(const std::vector<Override>& overrides);
  /// Outcome of rebuild(): nothing while it goes on; "" if the new world is shown; otherwise why there is
  /// none.
  std::optional<std::string> take_rebuilt() { return std::exchange(rebuilt_, std::nullopt); }
  /// Loads at once and, for a scenario, simulates to the step nearest to `time` before returning (no worker).
  /// Beyond the end the end is shown, and the log says so. Throws InputError.
  void open_at(const std::string& path, double time);

  /// Begins to watch a served run. What is open stays until its scene has come. Throws InputError for an
  /// address that needs a token.
  void connect(const LinkAddress& address, const std::string& token);
  /// Ends watching; the received part stays.
  void disconnect();

  /// Begins to load a run file to be shown beside what is open.
  void compare_with(const std::string& path);
  /// Loads it at once. Throws InputError.
  void compare_at_once(const std::string& path);
  void end_comparison();

  /// Writes the live run to a run file; a run that has begun starts again, so that the file holds all of it.
  void start_recording(const std::string& path);
  void stop_recording();
  /// Run files finished since the last call.
  std::vector<std::string> take_recorded() { return std::exchange(recorded_, {}); }

  void play_pause();
  void single_step();
  void step_back();
  void reset();
  /// Plays from the start; a live run is simulated again.
  void run_again();
  /// Plays from the start the part that has been simulated or recorded.
  void replay();
  /// Plays forward (direction > 0) or back, faster if repeated in the same direction; a live run only goes
  /// forward.
  void shuttle(int direction);
  void pause();
  /// Ends of a replay's loop at the moment shown.
  void set_loop_begin();
  void set_loop_end();
  void clear_loop();
  void set_speed(double speed);
  /// A live run that plays takes no step beyond this one until it is let go on by another call; 0: all steps.
  void hold_at(std::int64_t step);
  void seek(double time);
  /// Seeks the next (direction > 0) or previous event; does nothing if there is none.
  void seek_event(int direction);

  /// Keys, gamepad and switch of driving by hand; update() passes on what they command.
  HandWork& hand() { return hand_; }
  /// Hands a soil stroke to the live run; it counts from the next step on.
  void paint(const SoilMapOperation& operation);
  /// The last stroke that no step has counted yet is forgotten.
  void take_back_stroke();
  /// Test hook: the first step from this time on of the scenario that is opened next has a load that is NaN.
  void spoil_at(double time) { spoil_at_ = time; }
  /// Switches driving by hand on or off; if it is not possible, a line in the log says why.
  void toggle_hand();

  /// Fetches news from the loader and the worker, moves the play head.
  Opened update();
  const RunView& view() const { return view_; }
  /// The reason why the file opened last could not be shown, returned once.
  std::optional<std::string> take_load_failure() { return std::exchange(load_failure_, std::nullopt); }
  /// Whether something is being loaded.
  bool loading() const { return loading_.running() || loading_other_.running(); }
  const std::function<double()>& clock() const { return now_; }
  const std::vector<LogLine>& log() const { return log_; }
  void add_log(LogLevel level, const std::string& text);
  const std::string& path() const { return path_; }
  /// Settings that the open scenario has besides its files.
  const std::vector<Override>& overrides() const { return overrides_; }
  /// Path of the run that is shown for comparison; empty: none.
  std::string other_path() const { return view_.other != nullptr ? other_path_ : std::string(); }
  /// The world of a live run, or null.
  const std::shared_ptr<const World>& world() const { return world_; }

 private:
  struct Loaded;
  static std::unique_ptr<Loaded> load(const std::string& path, const std::vector<Override>& overrides,
                                      FramesChecked checked);
  /// `frames`: the number of a recording's first frames that are kept.
  void load_beside(const std::string& path, const std::vector<Override>& overrides,
                   std::optional<std::size_t> frames = {});
  void heed_damage();
  void tidy_soon();
  void end_worker();
  std::string next_kept_path();
  void become_replay(RunState how);
  void show(Loaded& loaded);
  Opened finish_loading();
  void show_run(Loaded& loaded);
  void finish_loading_other();
  void show_other(std::unique_ptr<ReplayData> other, const std::string& path);
  void tell(const Snapshot& news);
  void simulate_to(double time);
  void start_at(double time);
  void tell_end(double wanted);
  void fetch_news();
  void pass_on_hand();
  void show_linked(const std::shared_ptr<const World>& world);
  void tell_link(const LinkNews& news);
  bool fetch_link_news();
  void refresh_link();
  void refresh_view();

  std::function<double()> now_;
  std::function<void()> tell_;
  Task<std::unique_ptr<Loaded>> loading_;
  std::vector<Task<std::unique_ptr<Loaded>>> given_up_;  // until they are through
  Task<std::unique_ptr<ReplayData>> loading_other_;
  std::string loading_path_, loading_other_path_, other_path_, path_;
  std::unique_ptr<ReplayData> other_;
  std::vector<std::string> recorded_;
  std::vector<Override> overrides_;
  double opening_at_ = 0.0;         // s
  std::optional<double> spoil_at_;  // s
  bool rebuilding_ = false;         // what is loading is the open scenario again
  std::optional<std::string> rebuilt_, load_failure_;
  std::shared_ptr<const World> world_;
  double last_update_ = 0.0;
  double tidy_at_ = std::numeric_limits<double>::infinity();  // s: when spare memory is given back
  bool tidied_ = false;                                       // once of two times
  std::unique_ptr<RunData> data_;
  LiveData* live_ = nullptr;
  std::optional<Playback> playback_;
  std::optional<double> looking_at_;  // a time of the live run that is shown instead of the newest
  std::unique_ptr<SimulationWorker> worker_;
  RunState worker_state_ = RunState::paused;
  std::filesystem::path keep_folder_;  // empty: live runs are not kept
  std::string kept_path_;              // of the live run, as far as it has come
  HandWork hand_;
  std::unique_ptr<LinkClient> link_;
  std::optional<LinkEnd> link_end_;
  struct {
    double wall = 0.0, simulated = 0.0;  // s, where the speed was measured last
  } pace_of_link_;
  RunView view_;
  std::vector<LogLine> log_;
};

}  // namespace grouser::desktop

// SPDX-License-Identifier: BSD-3-Clause
// The one thread that steps a live simulation. It talks to the window by a queue of commands and a mailbox of
// immutable snapshots: neither side ever waits for the other.
#pragma once
#include <atomic>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "common/mailbox.hpp"
#include "grouser/simulation/observe/anchor_marks.hpp"
#include "grouser/simulation/observe/event_watch.hpp"
#include "grouser/simulation/observe/frame_writer.hpp"
#include "grouser/simulation/observe/metrics.hpp"
#include "grouser/simulation/step/simulation.hpp"
#include "grouser/vehicle/drive/hand_drive.hpp"
#include "session/run/recording.hpp"
#include "session/run/step_control.hpp"
#include "session/run/stepping.hpp"
#include "session/run/wake_signal.hpp"

namespace grouser::desktop {

enum class WorkerCommandKind {
  play,
  pause,
  single_step,
  set_speed,
  hold,  ///< a run that plays takes no step beyond this one until another hold; 0: it takes all
  reset,
  record,
  stop_recording,
  drive,
  paint,
  take_back,  ///< the last stroke that waits
  spoil
};
struct WorkerCommand {
  WorkerCommandKind kind = WorkerCommandKind::pause;
  double value = 0.0;  ///< set_speed: that; hold: the step; spoil: time from which on the next step fails, s
  std::string text = {};       ///< record: the run file
  HandCommand hand = {};       ///< drive: by hand
  SoilMapOperation soil = {};  ///< paint: a soil stroke
};

struct Snapshot {
  bool restarted = false;                            ///< frames before these no longer count
  std::vector<std::shared_ptr<const Frame>> frames;  ///< since the last snapshot that was taken
  std::shared_ptr<const GroundMemory> ground;        ///< at the last frame; null if it did not change
  std::shared_ptr<const AnchorMarks> anchors;        ///< at the last frame; null: none is new, or no meshes
  RunState state = RunState::paused;
  double measured_speed = 0.0;
  std::string failure;         ///< why the run broke
  std::string recording_path;  ///< empty: not recording
  std::string kept_path;       ///< the run file that is kept of the run without being asked for; empty: none
  std::vector<RecordingNews> recording_news;
  std::vector<RunEvent> events;           ///< since the last snapshot that was taken
  std::map<std::string, Metric> metrics;  ///< of the run so far
  HandDriveState hand;                    ///< at the last step
  std::vector<std::string> refusals;      ///< why something asked for since the last snapshot was not done
};

class SimulationWorker {
 public:
  /// `now`: seconds of a steady clock. Starts paused, with the first frame published. `tell` is called by the
  /// worker thread after each snapshot it has put out. `keep`: the run file that is kept of each run from its
  /// first step on, unless it is recorded anyway; empty: none is.
  SimulationWorker(std::shared_ptr<const World> world, std::function<double()> now,
                   std::function<void()> tell = {}, std::string keep = {});
  /// Ends the thread, within one step, and closes a recording.
  ~SimulationWorker();
  SimulationWorker(const SimulationWorker&) = delete;
  SimulationWorker& operator=(const SimulationWorker&) = delete;

  /// False where the worker is so far behind that the command is dropped.
  bool send(WorkerCommand command);
  /// The run file that is kept of each run; the owner of the worker removes it after the worker.
  const std::string& keep() const { return keep_; }
  /// The newest news, or nothing.
  std::unique_ptr<Snapshot> take() { return mailbox_.take(); }

 private:
  void run();
  void nap();
  void obey(WorkerCommand command, double now);
  void reset();
  void start_recording(const std::string& path);
  void stop_recording();
  void stop_keeping();
  RunSummary summary_now();
  bool step_due();
  bool held() const;
  void lay_strokes();
  double take_step();
  void step_until_due();
  void record();
  void publish(double now);

  std::function<double()> now_;
  std::function<void()> tell_;
  Simulation simulation_;
  FrameWriter frame_writer_;
  StepControl control_;
  Mailbox<Snapshot> mailbox_;
  CommandQueue<WorkerCommand> commands_;
  WakeSignal wake_;
  std::atomic<bool> stop_{false};

  // Only the worker thread uses the members below.
  std::vector<std::shared_ptr<const Frame>> fresh_;
  std::shared_ptr<const AnchorMarks> anchors_;  // at the last of these
  bool restarted_ = true;
  std::uint64_t ground_hash_ = 0;
  KeptSteps kept_steps_;
  std::int64_t last_recorded_ = -1;
  std::int64_t hold_at_ = 0;  // 0: nowhere
  std::string failure_;
  std::vector<std::string> refusals_;
  std::deque<SoilMapOperation> strokes_;  // that wait for the next step
  LiveRecording recording_;
  const std::string keep_;
  LiveRecording kept_{"This run cannot be saved afterwards: "};
  bool kept_whole_ = false;  // the kept run file is closed
  std::unique_ptr<EventWatch> watch_;
  std::unique_ptr<MetricsTracker> tracker_;
  std::size_t events_published_ = 0;
  std::optional<double> broke_at_;  // s; until the event is published
  std::optional<double> spoil_at_;  // s; for tests of a run that breaks
  std::thread thread_;              // last: starts when all else is ready
};

}  // namespace grouser::desktop

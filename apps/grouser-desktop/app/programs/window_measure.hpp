// SPDX-License-Identifier: BSD-3-Clause
// --measure --in-window: the window itself counts its pictures while what is open plays, and how long each
// input waits for its own.
#pragma once
#include "app/app.hpp"
#include "app/programs/measured_pictures.hpp"
#include "hal/window.hpp"

namespace grouser::desktop {

class WindowMeasure {
 public:
  explicit WindowMeasure(const ProgramOptions& options) : options_(options) {}
  bool wanted() const { return options_.measure > 0.0; }
  /// Must be called after each picture. True if all is measured. Throws InputError for a file that cannot be
  /// opened.
  bool drawn(Window& window, App& app, Session& session);
  bool over() const { return over_; }
  void print() { print_measured(std::move(measured_), options_, true); }

 private:
  enum class Stage { loading, settling, measuring };

  const ProgramOptions& options_;
  MeasuredPictures measured_;
  Stage stage_ = Stage::loading;
  bool over_ = false;
  double since_ = 0.0, last_ = 0.0,
         processor_ = 0.0;  // s: when the stage began, the last picture, used at its beginning
};

}  // namespace grouser::desktop

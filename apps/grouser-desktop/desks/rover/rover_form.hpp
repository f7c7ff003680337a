// SPDX-License-Identifier: BSD-3-Clause
// Entries of the dialog that takes a rover of another program.
#pragma once
#include <filesystem>
#include <string>

#include "desks/rover/rover_work.hpp"
#include "widgets/dialog_state.hpp"

namespace grouser::desktop {

inline constexpr const char* kForward[] = {"x", "-x", "y", "-y"};

struct RoverForm {
  Dialog dialog;
  std::filesystem::path source;
  std::string wheels;                     ///< joints with commas; empty: they are looked for
  std::string left_rocker, right_rocker;  ///< joints of a differential; empty: the file's own
  std::string radius, width;              ///< of the wheels, m; empty: the file's
  std::string allowed;                    ///< a further folder that may be read; empty: none
  int forward = 0;                        ///< of kForward: direction of travel in the root link
  bool collisions = false;                ///< the file's collision forms touch, else made shapes
  std::string save_path;
  RoverAnswer answer;  ///< to what is typed, once `working` is false
  bool working = false;
  std::string refusal;  ///< why it could not be saved; empty: it was not refused
};

/// The choices of the form. Throws InputError: one rocker without the other.
ConvertOptions options_of(const RoverForm& form);

}  // namespace grouser::desktop

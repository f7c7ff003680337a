// SPDX-License-Identifier: BSD-3-Clause
// Checks files that would be written before any work is done, so that a long run does not end in a refusal.
#include "app/programs/programs.hpp"
#include "grouser/base/output_files.hpp"
#include "session/ground_files.hpp"
#include "session/video/frame_sink.hpp"

namespace grouser::desktop {

void check_program_outputs(const ProgramOptions& options, std::vector<std::filesystem::path> inputs) {
  inputs.emplace_back(options.file);
  inputs.emplace_back(options.compare);
  check_outputs({{"--screenshot", options.screenshot, picture_kind()},
                 {"--video", options.video, video_kind()},
                 {"--record-input", options.record_input, text_kind({".jsonl"}, "{\"grouser_input\":")},
                 {"--ui-map", options.ui_map, {{".json"}, "{", "\"report\": {"}}},
                inputs, options.force ? Replace::any : Replace::ours);
}

bool is_still_file(const std::string& file) {
  std::error_code ec;
  return std::filesystem::is_directory(file, ec) || is_map_name(file) || is_recipe(file);
}

}  // namespace grouser::desktop

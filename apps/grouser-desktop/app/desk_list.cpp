// SPDX-License-Identifier: BSD-3-Clause
// The order of this list matters: files, keys and clicks are offered from the front, undo and redo from the
// back.
#include "app/desk_list.hpp"

#include "desks/campaigns/statistics_desk.hpp"
#include "desks/document/document_desk.hpp"
#include "desks/energy/energy_desk.hpp"
#include "desks/files/files.hpp"
#include "desks/fit/fit_desk.hpp"
#include "desks/log/log_desk.hpp"
#include "desks/measured/measured_desk.hpp"
#include "desks/paint/paint_desk.hpp"
#include "desks/path/path_desk.hpp"
#include "desks/playback/playback_desk.hpp"
#include "desks/plots/plots_desk.hpp"
#include "desks/result/result_desk.hpp"
#include "desks/rover/rover_desk.hpp"
#include "desks/runs/runs_desk.hpp"
#include "desks/soils/soil_desk.hpp"
#include "desks/state/state_desk.hpp"
#include "desks/stepup/stepup_desk.hpp"
#include "desks/study/study_desk.hpp"
#include "desks/terrain/terrain_desk.hpp"
#include "desks/video/video_desk.hpp"
#include "desks/view/view_desk.hpp"

namespace grouser::desktop {

namespace {

/// Makes a desk from these arguments and appends it.
template <class Made, class... More>
void add(Desks& desks, More&&... more) {
  desks.push_back(std::make_unique<Made>(std::forward<More>(more)...));
}

}  // namespace

Desks make_desks(Shared& shared, const Renderer& renderer, std::vector<ScenarioEntry> scenarios) {
  Desks desks;
  add<DocumentDesk>(desks, shared);
  add<PaintDesk>(desks, shared);
  add<StudyDesk>(desks, shared);
  add<SoilDesk>(desks, shared);
  add<StepupDesk>(desks, shared);
  add<PathDesk>(desks, shared);
  add<MeasuredDesk>(desks, shared);
  add<ViewDesk>(desks, shared, renderer);
  add<PlaybackDesk>(desks, shared);
  add<VideoDesk>(desks, shared);
  add<RunsDesk>(desks, shared);
  add<LogDesk>(desks, shared);
  add<ResultDesk>(desks, shared);
  add<PlotsDesk>(desks, shared);
  add<StateDesk>(desks, shared);
  add<EnergyDesk>(desks, shared);
  add<TerrainDesk>(desks, shared);
  add<RoverDesk>(desks, shared);
  add<FitDesk>(desks, shared);
  add<StatisticsDesk>(desks, shared);
  add<FilesDesk>(desks, shared, std::move(scenarios));  // takes every file that no other desk takes
  return desks;
}

void open_with(const Desks& desks, const std::string& path, double at) {
  for (const auto& desk : desks)
    if (desk->open(path, at)) return;
}

void move_in_history(const Desks& desks, HistoryMove move) {
  for (auto desk = desks.rbegin(); desk != desks.rend(); ++desk)
    if ((*desk)->move_in_history(move)) return;
}

}  // namespace grouser::desktop

// SPDX-License-Identifier: BSD-3-Clause
#include "app/desk_list.hpp"

#include "desks/campaigns/statistics_room.hpp"
#include "desks/document/document_room.hpp"
#include "desks/energy/energy_room.hpp"
#include "desks/files/files.hpp"
#include "desks/log/log_room.hpp"
#include "desks/measured/measured_room.hpp"
#include "desks/paint/paint_room.hpp"
#include "desks/path/path_room.hpp"
#include "desks/playback/playback_room.hpp"
#include "desks/plots/plots_room.hpp"
#include "desks/result/result_room.hpp"
#include "desks/runs/runs_room.hpp"
#include "desks/soils/soil_room.hpp"
#include "desks/state/state_room.hpp"
#include "desks/stepup/stepup_room.hpp"
#include "desks/study/study_room.hpp"
#include "desks/terrain/terrain_room.hpp"
#include "desks/video/video_room.hpp"
#include "desks/view/view_room.hpp"

namespace grouser::desktop {

namespace {

template <class Room, class... More>
void add(Desks& desks, More&&... more) {
  desks.push_back(std::make_unique<Room>(std::forward<More>(more)...));
}

}  // namespace

Desks make_desks(Shared& shared, const Renderer& renderer, std::vector<ScenarioEntry> scenarios) {
  Desks desks;
  add<DocumentRoom>(desks, shared);
  add<PaintRoom>(desks, shared);
  add<StudyRoom>(desks, shared);
  add<SoilRoom>(desks, shared);
  add<StepupRoom>(desks, shared);
  add<PathRoom>(desks, shared);
  add<MeasuredRoom>(desks, shared);
  add<ViewRoom>(desks, shared, renderer);
  add<PlaybackRoom>(desks, shared);
  add<VideoRoom>(desks, shared);
  add<RunsRoom>(desks, shared);
  add<LogRoom>(desks, shared);
  add<ResultRoom>(desks, shared);
  add<PlotsRoom>(desks, shared);
  add<StateRoom>(desks, shared);
  add<EnergyRoom>(desks, shared);
  add<TerrainRoom>(desks, shared);
  add<StatisticsRoom>(desks, shared);
  add<FilesRoom>(desks, shared, std::move(scenarios));  // takes every file that no other desk takes
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

// SPDX-License-Identifier: BSD-3-Clause
// What panels and keys ask for: one small type a desk, in the desk's folder. Panels own nothing and change nothing: they
// show, and return requests; App::carry_out() gives each to its desk.
#pragma once
#include <utility>
#include <variant>
#include <vector>

#include "app/window_request.hpp"
#include "camera/view_request.hpp"
#include "document/document_request.hpp"
#include "document/placing_request.hpp"
#include "document/saving_request.hpp"
#include "files/file_request.hpp"
#include "ground/paint_request.hpp"
#include "look/look_request.hpp"
#include "measured/measured_request.hpp"
#include "path/path_request.hpp"
#include "result/result_request.hpp"
#include "runs/runs_request.hpp"
#include "session/run_request.hpp"
#include "session/study_request.hpp"
#include "soils/soil_request.hpp"
#include "statistics/statistics_request.hpp"
#include "stepup/stepup_request.hpp"
#include "video/picture_request.hpp"

namespace grouser::desktop {

using Request =
    std::variant<RunRequest, FileRequest, StudyRequest, DocumentRequest, PlacingRequest, SavingRequest,
                 PaintRequest, SoilRequest, StepupRequest, PathRequest, MeasuredRequest, StatisticsRequest,
                 RunsRequest, ResultRequest, ViewRequest, LookRequest, PictureRequest, WindowRequest>;
using Requests = std::vector<Request>;

/// Puts a request of any desk, or one that is a Request already, among the others.
template <class Asked>
void ask(Requests& requests, Asked request) {
  requests.emplace_back(std::move(request));
}

}  // namespace grouser::desktop

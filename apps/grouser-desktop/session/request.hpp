// SPDX-License-Identifier: BSD-3-Clause
// What panels and keys ask for: one small type a desk, in the desk's folder. Panels own nothing and change nothing: they
// show, and return requests; App::carry_out() gives each to its desk.
#pragma once
#include <utility>
#include <variant>
#include <vector>

#include "app/window_request.hpp"
#include "desks/campaigns/statistics_request.hpp"
#include "desks/files/file_request.hpp"
#include "desks/measured/measured_request.hpp"
#include "desks/paint/paint_request.hpp"
#include "desks/path/path_request.hpp"
#include "desks/result/result_request.hpp"
#include "desks/runs/runs_request.hpp"
#include "desks/soils/soil_request.hpp"
#include "desks/stepup/stepup_request.hpp"
#include "desks/study/study_request.hpp"
#include "desks/video/picture_request.hpp"
#include "session/document/document_request.hpp"
#include "session/document/placing_request.hpp"
#include "session/document/saving_request.hpp"
#include "session/run_request.hpp"
#include "view/camera/view_request.hpp"
#include "view/look/look_request.hpp"

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

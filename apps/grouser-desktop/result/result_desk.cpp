#include "result/result_desk.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <string_view>
#include <utility>

#include "common/headline_metrics.hpp"

namespace grouser::desktop {
namespace {

constexpr const char* kDistance = "distance";
constexpr const char* kEnergyError = "energy_ledger_error";
constexpr double kNothing = 5e-4;       // m, N, deg or a share: below it a card would say 0
constexpr std::size_t kMostOthers = 4;  // beside distance and energy error

bool is_over(const RunView& run) { return run.state == RunState::finished || run.state == RunState::failed; }

/// Beside the distance it says little, or it is the same in every run of a vehicle.
bool tells_little(const std::string& name) {
  constexpr std::array<std::string_view, 4> kLittle = {kDistance, kEnergyError, "displacement", "weight"};
  return std::find(kLittle.begin(), kLittle.end(), name) != kLittle.end();
}

std::string begun_large(std::string text) {
  std::replace(text.begin(), text.end(), '_', ' ');
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

/// Why it broke, as its event says.
std::string failure_of(const std::vector<RunEvent>& events) {
  const auto found =
      std::find_if(events.rbegin(), events.rend(), [](const RunEvent& e) { return e.kind == "failure"; });
  return found == events.rend() ? "The run stopped." : found->text;
}

void tell_outcome(const RunView& run, ResultView& view) {
  const std::optional<RunVerdict>& verdict = run.data->report().verdict;
  if (run.state == RunState::failed) {
    view.tone = VerdictTone::bad;
    view.word = "Broken off";
    view.sentence = failure_of(run.data->events());
  } else if (verdict) {
    view.tone = tone_of(*verdict);
    view.word = begun_large(verdict->name);
    view.sentence = begun_large(verdict->reason);
  } else {
    view.tone.reset();
    view.word = "Finished";
    view.sentence = "The run has reached its end.";
  }
}

}  // namespace

std::vector<ResultNumber> result_numbers(const RunReport& report) {
  std::vector<ResultNumber> others, numbers;
  for (const auto& [name, metric] : report.metrics)
    if (!tells_little(name) && is_headline(name) && std::fabs(metric.value) >= kNothing)
      others.push_back({name, metric.value, metric.unit});
  headlines_first(others);
  others.resize(std::min(others.size(), kMostOthers));
  const auto add = [&](const char* name) {
    const auto found = report.metrics.find(name);
    if (found != report.metrics.end()) numbers.push_back({name, found->second.value, found->second.unit});
  };
  add(kDistance);
  numbers.insert(numbers.end(), others.begin(), others.end());
  add(kEnergyError);
  return numbers;
}

void ResultDesk::update(const RunView& run) {
  const bool judged = run.data && run.data->report().verdict.has_value();
  const bool told = run.mode == SessionMode::live && run.frame && (is_over(run) || judged);
  std::shared_ptr<const Frame> first = told ? run.data->frame(0) : nullptr;
  if (first != first_) closed_ = false;  // another run, or this one again
  first_ = std::move(first);
  if (!told || closed_) {
    view_ = {};
    return;
  }
  tell_outcome(run, view_);
  view_.shown = true;
  view_.simulated = run.newest;
  view_.numbers = result_numbers(run.data->report());
  view_.recording = run.recorded_path;
  view_.reporting = report_.running();
}

void ResultDesk::carry_out(const ResultRequest& r) {
  switch (r.kind) {
    case ResultRequest::Kind::close:
      close();
      return;
    case ResultRequest::Kind::report:
      if (!view_.recording.empty()) report_.start(view_.recording);
      return;
  }
}

bool ResultDesk::close() {
  if (!view_.shown) return false;
  closed_ = true;
  view_ = {};
  return true;
}

}  // namespace grouser::desktop

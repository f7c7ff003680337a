// SPDX-License-Identifier: BSD-3-Clause
// Cleaning of the piece, step by step, and the look ahead at the effects of the steps.
#include <fmt/format.h>

#include <memory>

#include "desks/terrain/terrain_work.hpp"
#include "grouser/base/error.hpp"

namespace grouser::desktop {

void TerrainWork::clean(std::vector<CleanKind> kinds) {
  if (!site_ || job_) return;
  to_clean_ = std::move(kinds);
  clean_next();
}

/// Starts the next step that has something to do.
void TerrainWork::clean_next() {
  while (!to_clean_.empty()) {
    const CleanKind kind = to_clean_.front();
    to_clean_.erase(to_clean_.begin());
    if (const std::string why = nothing_to_do(*site_, kind, view_.outlook.get()); !why.empty()) {
      messages_.push_back({LogLevel::info, fmt::format("{}: skipped. {}", to_string(kind), why)});
      continue;
    }
    CleanStart start{site_->origin(), site_->heights(), site_->fates()};
    for (std::size_t k = 0; k < site_->done(); ++k)
      if (site_->steps()[k].kind == CleanKind::kriging && site_->steps()[k].params.variance > 0.0)
        start.params = site_->steps()[k].params;
    run_job(to_string(kind), [this, start, kind, settings = view_.settings](const GoOn& go_on) {
      const double begun = now_();
      auto step = std::make_shared<CleanStep>(run_clean_step(start, kind, settings, go_on));
      step->wall_s = now_() - begun;
      return [this, step] { cleaned(std::move(*step)); };
    });
    return;
  }
}

void TerrainWork::cleaned(CleanStep step) {
  if (step.kind == CleanKind::outliers && step.changed == 0) {
    messages_.push_back({LogLevel::info, "Outliers: no cell stands out from its neighbours."});
    return;
  }
  if (saved_at_ && *saved_at_ > site_->done()) saved_at_.reset();  // those steps are gone
  site_->apply(std::move(step));
  site_changed();
}

void TerrainWork::set_settings(const CleanSettings& settings) {
  view_.settings = settings;
  if (site_) look_ahead_again();
}

/// Asks for the effects of the cleaning on the present piece.
void TerrainWork::look_ahead_again() {
  view_.outlook.reset();
  view_.looking_ahead = view_.recipe.empty();
  if (!view_.looking_ahead) return;
  if (!ahead_)
    ahead_ = std::make_unique<AheadJob>(
        [](const AheadQuestion& q, const AheadJob::Asker& asker) {
          AheadAnswer answer{q.number, nullptr};
          try {
            const GoOn go_on = [&](double) { return !asker.is_gone(); };
            answer.outlook =
                std::make_shared<CleanOutlook>(look_ahead(q.origin, q.heights, q.settings, go_on));
          } catch (const Error&) {  // no height at all, or not wanted any more: the step itself says why
          }
          if (!asker.is_gone()) asker.answer(std::move(answer));
        },
        tell_);
  ahead_->ask({++ahead_number_, site_->origin(), site_->heights(), view_.settings});
}

}  // namespace grouser::desktop

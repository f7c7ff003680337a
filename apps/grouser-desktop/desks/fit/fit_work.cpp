// SPDX-License-Identifier: BSD-3-Clause
#include "desks/fit/fit_work.hpp"

#include "common/processors.hpp"
#include "grouser/base/error.hpp"

namespace grouser::desktop {

void FitWork::answer(const FitQuestion& question, const Fits::Asker& asker) {
  FitRunOptions options;
  options.threads = processors_beside_window();
  options.cancelled = [&] { return asker.is_gone(); };
  options.progress = [&](double done, double total) { asker.report(total > 0.0 ? done / total : -1.0); };
  options.look = [&](const FitGlimpse& glimpse) {
    asker.change([&](FitAnswer& answer) { answer.glimpse = glimpse; });
  };
  try {
    if (!question.keys.empty()) return options.look(look_at_fit(question.spec, question.keys, options));
    const auto result = std::make_shared<const FitResult>(run_fit(question.spec, options));
    asker.change([&](FitAnswer& answer) { answer.result = result; });
  } catch (const Interrupted&) {  // nobody waits for it
  } catch (const std::exception& error) {
    asker.change([&](FitAnswer& answer) { answer.refusal = error.what(); });
  }
}

}  // namespace grouser::desktop

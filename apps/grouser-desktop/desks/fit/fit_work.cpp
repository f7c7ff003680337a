// SPDX-License-Identifier: BSD-3-Clause
#include "desks/fit/fit_work.hpp"

#include "common/processors.hpp"
#include "grouser/base/error.hpp"

namespace grouser::desktop {

void FitWork::answer(const FitQuestion& question, const Fits::Asker& asker) {
  // an answer that waits may be one to an older question
  const auto change = [&](const auto& news) {
    asker.change([&](FitAnswer& answer) {
      if (answer.asked != question.asked) answer = {};
      answer.asked = question.asked;
      news(answer);
    });
  };
  FitRunOptions options;
  options.threads = processors_beside_window();
  // a quick look is shown while a slider is dragged on, although a newer one waits already
  const bool look = !question.keys.empty();
  options.cancelled = [&, look] { return look ? asker.has_left() : asker.is_gone(); };
  options.progress = [&](double done, double total) { asker.report(total > 0.0 ? done / total : -1.0); };
  options.look = [&](const FitGlimpse& glimpse) {
    change([&](FitAnswer& answer) { answer.glimpse = glimpse; });
  };
  try {
    if (look) return options.look(look_at_fit(question.spec, question.keys, options));
    const auto result = std::make_shared<const FitResult>(run_fit(question.spec, options));
    change([&](FitAnswer& answer) { answer.result = result; });
  } catch (const Interrupted&) {  // nobody waits for it
  } catch (const std::exception& error) {
    change([&](FitAnswer& answer) { answer.refusal = error.what(); });
  }
}

}  // namespace grouser::desktop

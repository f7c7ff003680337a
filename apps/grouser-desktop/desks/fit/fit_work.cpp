// SPDX-License-Identifier: BSD-3-Clause
// Runs in the job's thread. Glimpses and the result go into the one answer that waits to be taken.
#include "desks/fit/fit_work.hpp"

#include "common/processors.hpp"
#include "grouser/base/error.hpp"

namespace grouser::desktop {

void FitWork::answer(const FitQuestion& question, const Fits::Asker& asker) {
  // An answer that has not been taken may belong to an older question: it is dropped.
  const auto change = [&](const auto& news) {
    asker.change([&](FitAnswer& answer) {
      if (answer.asked != question.asked) answer = {};
      answer.asked = question.asked;
      news(answer);
    });
  };
  FitRunOptions options;
  options.threads = processors_beside_window();
  // A quick look goes on although a newer one waits, so that curves are shown while a slider is dragged.
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

// SPDX-License-Identifier: BSD-3-Clause
// Fits of soil parameters to measured data: `grouser fit`. Words and paths are checked here, before the work
// begins in a thread without the interpreter's lock.
#include <pybind11/stl.h>

#include "bindings.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/near_words.hpp"
#include "grouser/base/output_files.hpp"
#include "grouser/mission/fit/fit_report.hpp"
#include "values.hpp"
#include "work.hpp"

namespace grouser::python {
namespace {

/// Place of a word in its list; refuses unknown words.
template <std::size_t count>
int place_of_word(const char* const (&words)[count], const std::string& word, const char* place) {
  for (std::size_t k = 0; k < count; ++k)
    if (word == words[k]) return static_cast<int>(k);
  throw InputError(place, "'" + word + "'", "one of: " + word_list({std::begin(words), std::end(words)}));
}

/// The report as JSON, the table of the fit, and the posterior's draws in rows of one number per key.
py::tuple fit(const std::vector<std::string>& data, const std::vector<std::string>& vary,
              const std::string& soil, const std::string& law, const Settings& settings,
              const std::string& posterior, int starts, int folds, std::uint64_t seed, double scm_cell,
              const std::string& journal, const std::string& out, bool force, int threads,
              const py::object& progress) {
  FitSpec spec;
  spec.data = data;
  for (const std::string& text : vary) spec.keys.push_back(parse_fit_key(text));
  check_fit_keys(spec.keys);
  spec.base.soil = soil;
  if (!law.empty()) spec.base.law = static_cast<SoilLaw>(place_of_word(kSoilLaws, law, "law"));
  spec.base.settings = overrides_of(settings);
  spec.base.scm_cell = scm_cell;
  spec.posterior = static_cast<PosteriorKind>(place_of_word(kPosteriorKinds, posterior, "posterior"));
  spec.starts = starts, spec.folds = folds, spec.seed = seed, spec.journal = journal;
  if (!out.empty()) {
    // The data of a fit may not be overwritten by its result.
    std::vector<std::filesystem::path> inputs;
    for (const std::string& text : data) inputs.emplace_back(text.substr(0, text.find(',')));
    check_outputs({{"out", out, edited_kind({".toml"})}}, inputs, force ? Replace::any : Replace::ours);
  }
  FitResult result;
  work_released(progress, [&](const Watch& watch) {
    result = run_fit(spec, {threads, watch.cancelled, watch.progress});
  });
  if (!out.empty()) write_file_atomically(out, fitted_soil_text(spec, result));
  std::vector<double> draws;
  for (const VecX& draw : result.draws) draws.insert(draws.end(), draw.data(), draw.data() + draw.size());
  return py::make_tuple(
      text_of(
          fit_json(spec, result, 0).dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace)),
      columns_of(make_fit_table(result)), array_of(std::move(draws), spec.keys.size()));
}

}  // namespace

void bind_fit(py::module_& module) {
  module.def("fit", fit, py::arg("data"), py::arg("vary"), py::arg("soil"), py::arg("law"),
             py::arg("settings"), py::arg("posterior"), py::arg("starts"), py::arg("folds"), py::arg("seed"),
             py::arg("scm_cell"), py::arg("journal"), py::arg("out"), py::arg("force"), py::arg("threads"),
             py::arg("progress"));
}

}  // namespace grouser::python

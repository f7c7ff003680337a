// SPDX-License-Identifier: BSD-3-Clause
// grouser validate: the measured sets of a folder against what is predicted for them. All sets are read and
// their inputs checked before the first is run, so a wrong file is found at once.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iostream>

#include "commands.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/exchange/mcap/measured_mcap.hpp"
#include "report/report_page.hpp"
#include "shared/console.hpp"
#include "shared/force_option.hpp"
#include "shared/interruptible.hpp"
#include "shared/jobs_option.hpp"
#include "validate_page.hpp"

namespace grouser::cli {
namespace {

struct ValidateArguments {
  std::string folder, page, jobs;
  std::vector<std::string> only;
  bool json = false, force = false;
};

/// The sets of the folder, or those that --only names. Throws InputError for an unknown name.
std::vector<ValidatedSet> chosen_sets(const ValidateArguments& a) {
  std::vector<ValidatedSet> chosen;
  for (ValidationSet& set : load_validation_folder(a.folder))
    if (a.only.empty() || std::find(a.only.begin(), a.only.end(), set.name) != a.only.end())
      chosen.push_back({std::move(set), {}});
  for (const std::string& name : a.only)
    if (std::none_of(chosen.begin(), chosen.end(), [&](const auto& one) { return one.set.name == name; }))
      throw InputError("--only", name, "the name of a set in " + a.folder + ", without .toml");
  return chosen;
}

/// Measured and predicted value of each row, with deviation and band where they are known.
Json points_json(const SetCurve& curve) {
  Json list = Json::array();
  for (const SetPoint& point : curve.points) {
    Json json{{"at", point.at}, {"measured", point.measured}, {"predicted", point.predicted}};
    if (!std::isnan(point.sd)) json["sd"] = point.sd;
    if (point.band.any()) json["band"] = {{"low", point.band.low}, {"high", point.band.high}};
    list.push_back(std::move(json));
  }
  return list;
}

/// Errors and verdict of one curve with its points.
Json curve_json(const SetCurve& curve) {
  Json json{{"quantity", curve.quantity},  {"unit", curve.unit},    {"verdict", to_string(curve.verdict)},
            {"rows", curve.points.size()}, {"lost", curve.lost},    {"rms", curve.rms},
            {"bias", curve.bias},          {"spread", curve.spread}};
  if (!curve.law.empty()) json["law"] = curve.law;
  if (!std::isnan(curve.accept)) json["accept"] = curve.accept;
  if (!std::isnan(curve.agreeing)) json["agreeing"] = curve.agreeing;
  json["points"] = points_json(curve);
  return json;
}

/// The whole report: counts by verdict, then each set with its curves.
Json validation_json(const ValidateArguments& a, const std::vector<ValidatedSet>& sets) {
  Json list = Json::array(), counts{{"holds", 0}, {"fails", 0}, {"none", 0}, {"not_run", 0}};
  for (const ValidatedSet& one : sets) {
    Json curves = Json::array();
    for (const SetCurve& curve : one.result.curves) curves.push_back(curve_json(curve));
    Json json{{"name", one.set.name},
              {"title", one.set.title},
              {"test", kSetTests[static_cast<std::size_t>(one.set.test)]},
              {"verdict", to_string(one.result.verdict)},
              {"at", one.result.at},
              {"at_unit", one.result.at_unit},
              {"curves", curves}};
    if (one.set.test == SetTest::run) json["offset_s"] = one.result.offset;
    if (!one.result.trouble.empty()) json["trouble"] = one.result.trouble;
    list.push_back(std::move(json));
    Json& count = counts[to_string(one.result.verdict)];
    count = count.get<int>() + 1;
  }
  return {{"folder", a.folder}, {"page", a.page}, {"counts", counts}, {"sets", list}};
}

/// One row per curve; a set without curves has its trouble in place of numbers.
std::string validation_text(const std::vector<ValidatedSet>& sets) {
  using enum TextTable::Align;
  TextTable table({left, left, left, right, right, right, right, right, left});
  table.add_header({"set", "quantity", "law", "rows", "rms", "bias", "accepted", "agree %", "verdict"});
  for (const ValidatedSet& one : sets) {
    if (one.result.curves.empty())
      table.add_row({one.set.name, "-", "-", "-", "-", "-", "-", "-",
                     verdict_text(one.result.verdict) + ": " + one.result.trouble});
    for (const SetCurve& curve : one.result.curves) {
      const std::string unit = curve.unit == "-" ? "" : " " + curve.unit;
      const std::string lost = curve.lost > 0 ? fmt::format(", {} without a prediction", curve.lost) : "";
      table.add_row({one.set.name, curve.quantity, curve.law.empty() ? "-" : curve.law,
                     std::to_string(curve.points.size()), number_text(curve.rms, 4) + unit,
                     number_text(curve.bias, 3) + unit,
                     std::isnan(curve.accept) ? "-" : number_text(curve.accept, 4) + unit,
                     std::isnan(curve.agreeing) ? "-" : number_text(100.0 * curve.agreeing, 3),
                     verdict_text(curve.verdict) + lost});
    }
  }
  return table.text();
}

/// Runs the sets in turn, each on all threads, writes the page and reports.
int validate_folder(const ValidateArguments& given) {
  ValidateArguments a = given;
  if (a.page.empty()) a.page = (std::filesystem::path(a.folder) / "validation.html").string();
  std::vector<ValidatedSet> sets = chosen_sets(a);
  std::vector<std::filesystem::path> inputs;
  for (const ValidatedSet& one : sets) inputs.push_back(one.set.file);
  check_outputs({{"--page", a.page, text_kind({".html"}, kReportBegin)}}, inputs, replacing(a.force));
  const int threads = parse_jobs(a.jobs);
  const ReadMeasured read = [](const std::filesystem::path& file, const std::function<bool()>& cancelled) {
    return read_measured_log(file, {}, cancelled);
  };
  for (const ValidatedSet& one : sets) check_set_inputs(one.set, read);
  const int code = run_interruptible("validate", [&](const GoOn& go_on) {
    const auto total = static_cast<double>(sets.size());
    for (std::size_t k = 0; k < sets.size(); ++k) {
      const auto at = static_cast<double>(k);
      // The bar moves through the set in progress, on top of the sets before it.
      const JobOptions options{threads, [&] { return !go_on(at / total); },
                               [&](double done, double of) { go_on((at + done / of) / total); }};
      sets[k].result = run_validation_set(sets[k].set, options, read);
    }
  });
  if (code != kExitOk) return code;
  write_file_atomically(a.page, validation_page(a.folder, sets));
  if (a.json)
    print_json(validation_json(a, sets));
  else
    std::cout << validation_text(sets) << "page: " << a.page << "\n";
  const bool good = std::none_of(sets.begin(), sets.end(), [](const ValidatedSet& one) {
    return one.result.verdict == SetVerdict::fails || one.result.verdict == SetVerdict::not_run;
  });
  return good ? kExitOk : kExitFailed;
}

}  // namespace

void declare_validate(Command& command) {
  auto& a = command.runs(validate_folder);
  command.argument("DIR", a.folder, "A folder of measured sets: TOML files with the keys test and data");
  command.repeated("--only NAME", a.only, "A set of the folder, without .toml; all by default");
  command.option("--page OUT.html", a.page, "The page (validation.html in the folder by default)");
  command.option("--jobs N", a.jobs, "Rows at the same time; as many as processors by default");
  add_force_option(command, a.force);
  command.flag("--json", a.json, "Report as JSON, SI units");
  command.footer(
      "Example: grouser validate tests/wheel_sets --page wheel_sets.html\n"
      "docs/validate_sets.md has the keys of a set. Exit code 1 where a set does not hold or did not run.");
}

}  // namespace grouser::cli

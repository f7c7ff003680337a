// SPDX-License-Identifier: BSD-3-Clause
// grouser fit: fits keys of a soil, a wheel, a law or a rover to measured data. It turns the options into a
// FitSpec, refuses contradictions before the work, runs the fit and writes the files that were asked for.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "commands.hpp"
#include "fit_tables.hpp"
#include "grouser/base/asset_path.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/mission/fit/fit_report.hpp"
#include "grouser/recording/plot/plot.hpp"
#include "shared/console.hpp"
#include "shared/force_option.hpp"
#include "shared/interrupt.hpp"
#include "shared/jobs_option.hpp"
#include "shared/number_range.hpp"
#include "shared/picture_option.hpp"
#include "shared/progress.hpp"

namespace grouser::cli {
namespace {

struct FitArguments {
  std::vector<std::string> data, vary, settings;
  std::string soil = "wong_LETE_sand", law, posterior = "auto", scm_cell = "0.02";
  int starts = 0, folds = -1, draws = 500;
  std::uint64_t seed = 1;
  std::string jobs, journal, out, csv, plot, residuals, corner;
  PictureOptions size;
  bool json = false, force = false;
};

/// The fit that the options ask for. Throws InputError for unknown words and for outputs without a posterior.
FitSpec fit_spec_of(const FitArguments& a) {
  FitSpec spec;
  spec.data = a.data;
  for (const std::string& vary : a.vary) spec.keys.push_back(parse_fit_key(vary));
  check_fit_keys(spec.keys);
  spec.base.soil = a.soil;
  if (!a.law.empty()) {
    const auto law = std::find(std::begin(kSoilLaws), std::end(kSoilLaws), a.law);
    if (law == std::end(kSoilLaws))
      throw InputError("--law", a.law, fmt::format("one of {}", fmt::join(kSoilLaws, ", ")));
    spec.base.law = static_cast<SoilLaw>(law - std::begin(kSoilLaws));
  }
  for (const std::string& setting : a.settings) spec.base.settings.push_back(parse_override(setting));
  spec.base.scm_cell = parse_number("--scm-cell", a.scm_cell, {1e-4, 1.0, false, "m"});
  const auto kind = std::find(std::begin(kPosteriorKinds), std::end(kPosteriorKinds), a.posterior);
  if (kind == std::end(kPosteriorKinds))
    throw InputError("--posterior", a.posterior, fmt::format("one of {}", fmt::join(kPosteriorKinds, ", ")));
  spec.posterior = static_cast<PosteriorKind>(kind - std::begin(kPosteriorKinds));
  if (spec.posterior == PosteriorKind::none && !a.out.empty())
    throw InputError("--out", "a soil's file beside --posterior none",
                     "a posterior: the file holds the uncertainty");
  if (spec.posterior == PosteriorKind::none && !a.corner.empty())
    throw InputError("--corner", "--posterior none", "a posterior, whose draws are shown");
  if (spec.keys.size() < 2 && !a.corner.empty())
    throw InputError("--corner", "one --vary", "two keys or more, which are shown against each other");
  spec.starts = a.starts, spec.folds = a.folds, spec.draws = a.draws, spec.seed = a.seed;
  spec.journal = a.journal;
  return spec;
}

/// The soil's file and the files that the data arguments name, which no output may replace.
std::vector<std::filesystem::path> fit_inputs(const FitArguments& a) {
  std::vector<std::filesystem::path> inputs{resolve_asset(a.soil, "soils")};
  for (const std::string& data : a.data) inputs.emplace_back(data.substr(0, data.find(',')));
  return inputs;
}

/// Runs the fit with a progress bar and writes the files that were asked for.
int fit(const FitArguments& a) {
  const FitSpec spec = fit_spec_of(a);
  const PlotSize size = picture_size(a.size);
  check_outputs({{"--out", a.out, edited_kind({".toml"})},
                 {"--csv", a.csv, csv_kind(kFitCsvBegin)},
                 {"--plot", a.plot, chart_kind(a.plot)},
                 {"--residuals", a.residuals, chart_kind(a.residuals)},
                 {"--corner", a.corner, chart_kind(a.corner)}},
                fit_inputs(a), replacing(a.force));
  catch_interrupts();
  FitResult result;
  {
    Progress bar("fit");
    result = run_fit(
        spec, {parse_jobs(a.jobs), interrupted, [&](double done, double total) { bar.update(done, total); }});
  }
  if (!a.out.empty()) write_file_atomically(a.out, fitted_soil_text(spec, result));
  if (!a.csv.empty()) write_table_csv(a.csv, make_fit_table(result));
  if (!a.plot.empty()) write_plot(a.plot, make_fit_charts(result.values), size);
  if (!a.residuals.empty()) write_plot(a.residuals, make_residual_charts(result.values), size);
  // Only an ensemble has draws to show; a posterior chosen by "auto" may be linear.
  if (!a.corner.empty() && result.draws.empty())
    std::cerr << "note: no --corner picture: the posterior of this fit is linear and has no draws "
                 "(--posterior ensemble has)\n";
  else if (!a.corner.empty())
    write_plot(a.corner, make_corner_charts(result), size);
  if (a.json)
    print_json(fit_json(spec, result));
  else
    std::cout << fit_text(result);
  return kExitOk;
}

}  // namespace

void declare_fit(Command& command) {
  auto& a = command.runs(fit);
  command
      .list("DATA", a.data,
            "Files of measured data; FILE.csv,key=value,... says what a file leaves open (radius=0.1, "
            "load=80, pull=COLUMN, "
            "hold=even, slip_of=total, rover=ID)")
      .required();
  command
      .repeated("--vary KEY=LOW:HIGH", a.vary,
                "A key to fit, and its range; :log or :linear after it chooses the scale")
      .required();
  command.option("--soil ID|FILE", a.soil, "The soil whose other numbers are kept");
  command.option("--law LAW", a.law, "bekker, rft or scm, in place of the soil's own");
  command.repeated("--set KEY=VALUE", a.settings,
                   "Replace a number of the soil or wheel, or a value of the tilt bed or scenario");
  command.option("--posterior WORD", a.posterior, "auto, ensemble, linear or none: how intervals are found");
  command.option("--starts N", a.starts, "Starts of the search; 0: 12, or 1 where a row takes long")
      .within(0, 1000);
  command
      .option("--draws N", a.draws,
              "Independent draws of the posterior: more make the ends of intervals surer")
      .within(50, 100000);
  command.option("--folds N", a.folds, "Parts of the cross-validation; -1: 5, or none where a row takes long")
      .within(-1, 100);
  command.option("--seed N", a.seed, "Of the random numbers");
  command.option("--scm-cell M", a.scm_cell, "Law scm: spacing of the ground's nodes");
  command.option("--journal FILE", a.journal, "Keep rows that take long in this file, and go on from it");
  command.option("--out SOIL.toml", a.out,
                 "Write the fitted soil with its uncertainty, for campaigns and all else that takes a soil");
  command.option("--csv OUT.csv", a.csv,
                 "Write measured and predicted values with their band into this file");
  command.option("--plot FILE", a.plot, "Draw them into this picture: .png, .svg or .pdf");
  command.option("--residuals FILE", a.residuals, "Draw what is measured less what is predicted");
  command.option("--corner FILE", a.corner,
                 "Draw the posterior's draws, each two of the first four keys against each other");
  add_picture_options(command, a.size);
  command.option("--jobs N", a.jobs,
                 "Threads; as many as processors by default. The result is the same on any number");
  add_force_option(command, a.force);
  command.flag("--json", a.json, "Report as one JSON object on standard output, SI units");
  command.footer(
      "Example: grouser fit bed.csv,radius=0.1425,width=0.12 --vary n=0.5:1.5 --vary k_phi=1e5:1e7 --vary "
      "phi_deg=20:40 "
      "--soil wong_LETE_sand --out bed_soil.toml --plot bed.png\n"
      "Columns are found by their names and units: slip, load, drawbar_pull, torque, sinkage, side_force of "
      "a "
      "wheel; depth and pressure of "
      "a plate;\ndisplacement, normal_stress, shear_stress of a shear box; slope and slip of a tilt bed; "
      "time and a channel of a run.");
}

}  // namespace grouser::cli

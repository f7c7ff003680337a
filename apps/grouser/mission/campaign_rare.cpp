// SPDX-License-Identifier: BSD-3-Clause
// grouser campaign rare: the probability of rare failures, by importance sampling, subset simulation or plain
// Monte Carlo (estimate_rare()). This file reads the options, keeps the rows in a folder, and reports.
#include <fmt/format.h>

#include <iostream>

#include "campaign_estimate.hpp"
#include "grouser/base/error.hpp"
#include "grouser/mission/campaign/rare_campaign.hpp"

namespace grouser::cli {
namespace {

struct RareArguments : EstimateArguments {
  std::string method;
};

/// The file with its method replaced by --method. Throws InputError for a campaign without [rare].
CampaignFile load_rare_file(const RareArguments& arguments) {
  CampaignFile file = load_campaign_file(arguments.file);
  if (!file.rare)
    throw InputError(arguments.file, "a file without [rare]",
                     "[rare] with `metric` and `above` or `below` (docs/campaigns.md)");
  for (const RareMethod method : {RareMethod::importance, RareMethod::subset, RareMethod::plain})
    if (arguments.method == to_string(method)) file.rare->method = method;
  return file;
}

/// weights.csv: the weight of each row of the importance sampling, by which somebody can redo the estimate.
void write_weights(const std::filesystem::path& path, const RareResult& result) {
  Table table;
  std::vector<double> rows;
  for (std::size_t k = 0; k < result.weights.size(); ++k)
    rows.push_back(static_cast<double>(result.first_weighted + k));
  table.columns.push_back({"row", "-", rows});
  table.columns.push_back({"weight", "-", result.weights});
  write_table_csv(path, table);
}

/// The estimate with its interval, or the reason why there is none. The effective size is left out if it is
/// NaN.
Json rare_json(const RareSpec& rare, const RareResult& result, double confidence) {
  const RareEstimate& e = result.estimate;
  Json json{{"metric", rare.metric},
            {rare.above ? "above" : "below", rare.limit},
            {"method", to_string(rare.method)},
            {"confidence", confidence}};
  if (e.refused.empty()) {
    json["probability"] = e.probability;
    json["low"] = e.range.low;
    json["high"] = e.range.high;
    json["variation"] = e.variation;
  } else {
    json["refused"] = e.refused;
  }
  json["runs"] = e.runs;
  json["failed_runs"] = e.failed_runs;
  if (e.effective_size == e.effective_size) json["effective_size"] = e.effective_size;
  if (!result.repeats.empty()) json["repeats"] = result.repeats;
  return json;
}

void print_rare(const RareSpec& rare, const RareEstimate& e, const Json& json) {
  std::cout << fmt::format("{} at {} {}, by {}\n", rare.metric, number_text(rare.limit, 6),
                           rare.above ? "or more" : "or less", to_string(rare.method));
  if (e.refused.empty())
    std::cout << fmt::format("probability  {} ({} to {}, {} % of the time)\n", number_text(e.probability, 3),
                             number_text(e.range.low, 3), number_text(e.range.high, 3),
                             number_text(100.0 * json["confidence"].get<double>(), 4));
  else
    std::cout << "refused      " << e.refused << "\n";
  std::cout << fmt::format("runs         {}, of them {} without a result\ntable        {}\n", e.runs,
                           e.failed_runs, json["table"].get<std::string>());
}

/// Estimates the probability and reports. kExitFailed if the estimate is refused.
int run_rare(const RareArguments& arguments) {
  if (!(arguments.confidence > 0.0 && arguments.confidence < 1.0))
    throw InputError("--confidence", fmt::format("{}", arguments.confidence), "a number between 0 and 1");
  catch_interrupts();
  const CampaignFile file = load_rare_file(arguments);
  const RareSpec rare = *file.rare;
  // Rows are found by their numbers, so the folder of another proposal belongs to another estimate.
  const std::string kind =
      to_string(rare.method) + std::string(rare.method == RareMethod::importance ? ", modes or kernels" : "");
  EstimateFolder folder(arguments, file, kind, rare.metric, most_rare_rows(file));
  AskedRows rows = folder.rows();
  const RareResult result = estimate_rare(folder.campaign().plan(), rows, arguments.confidence);
  Json json = rare_json(rare, result, arguments.confidence);
  json.update(folder.finish());
  if (!result.weights.empty()) {
    write_weights(folder.folder() / "weights.csv", result);
    json["weights"] = (folder.folder() / "weights.csv").string();
  }
  if (arguments.json)
    print_json(json);
  else
    print_rare(rare, result.estimate, json);
  return result.estimate.refused.empty() ? kExitOk : kExitFailed;
}

}  // namespace

void declare_campaign_rare(Command& command) {
  auto& a = command.runs(run_rare);
  add_estimate_options(command, a);
  command
      .option("--method NAME", a.method,
              "Instead of the file's: importance (sampling), subset (simulation) or plain (Monte Carlo)")
      .one_of({"importance", "subset", "plain"});
  command.option("--confidence C", a.confidence, "Of the interval");
  command.footer(
      "Draws are those of the file, its [rare] names the metric and the limit. Exit code 1 where there is no "
      "figure, with the reason.\n"
      "Example: grouser campaign rare tipping.toml --method subset --out tipping_subset");
}

}  // namespace grouser::cli

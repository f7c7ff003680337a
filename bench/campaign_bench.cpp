// SPDX-License-Identifier: BSD-3-Clause
// Measures the cost of a campaign beside its runs: rows of a trivial model through draws, workers, store and
// merge.
//
//   bench_campaign [--rows 1000000] [--workers 2] [--folder DIR]
//
// Prints one JSON object: seconds of each part, microseconds per row, and the most memory of any process
// (MB).
#include <fmt/format.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "grouser/mission/campaign/campaign_plan.hpp"
#include "grouser/mission/campaign/row_workers.hpp"

namespace {

using namespace grouser;

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double peak_megabytes(int who) {
  struct rusage usage {};
  ::getrusage(who, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1000.0;  // kB
}

CampaignPlan trivial_plan(std::uint64_t rows) {
  const auto no_keys = [](const CampaignFile&, const std::vector<Override>&) {
    return std::vector<KeyNote>{};
  };
  return CampaignPlan(
      read_campaign(
          fmt::format("scenario = \"none\"\nsamples = {}\n"
                      "draw.a = {{ normal = [0, 1] }}\ndraw.b = {{ uniform = [0, 1] }}\n"
                      "draw.c = {{ normal = [3, 1], above = 0 }}\ndraw.d = {{ lognormal = [1, 0.2] }}\n",
                      rows),
          "bench", "."),
      no_keys);
}

const std::vector<RowColumn> kColumns{{"row", "-"}, {"a", "-"},      {"b", "-"},
                                      {"c", "-"},   {"d", "-"},      {"status", "", true},
                                      {"sum", "-"}, {"square", "-"}, {"reason", "", true}};

RowRecord trivial_row(const CampaignPlan& plan, std::uint64_t row) {
  const PlannedRow planned = plan.row(row);
  RowRecord record{row,
                   {static_cast<double>(row)},
                   {"completed", row % 100 == 0 ? "a reason of some length, once in a hundred" : ""}};
  double sum = 0.0;
  for (const double x : planned.numbers) record.numbers.push_back(x), sum += x;
  record.numbers.push_back(sum);
  record.numbers.push_back(sum * sum);
  return record;
}

void measure(std::uint64_t rows, int workers, const std::filesystem::path& folder) {
  const CampaignPlan plan = trivial_plan(rows);
  std::filesystem::remove_all(folder);
  const double start = seconds();
  RowStore store(folder, kColumns, rows, StoreUse::whole_folder);
  const RowJob job{.run = [&](std::uint64_t row, const RowProgress&) { return trivial_row(plan, row); },
                   .crashed = [&](std::uint64_t row, const std::string&) { return trivial_row(plan, row); },
                   .done = [&](const RowRecord& record) { store.add(record); }};
  run_in_workers(0, rows, [&](std::uint64_t row) { return !store.has(row); }, job, {workers, {}, {}});
  const double stored = seconds();
  store.merge({});
  const double end = seconds();
  std::puts(fmt::format("{{\"rows\": {}, \"workers\": {}, \"run_and_store_s\": {:.2f}, \"merge_s\": {:.2f}, "
                        "\"total_s\": {:.2f}, "
                        "\"us_a_row\": {:.2f}, \"supervisor_mb\": {:.0f}, \"worker_mb\": {:.0f}}}",
                        rows, workers, stored - start, end - stored, end - start,
                        1e6 * (end - start) / static_cast<double>(rows), peak_megabytes(RUSAGE_SELF),
                        peak_megabytes(RUSAGE_CHILDREN))
                .c_str());
  std::filesystem::remove_all(folder);
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t rows = 1000000;
  int workers = 2;
  std::filesystem::path folder = std::filesystem::temp_directory_path() / "grouser_campaign_bench";
  for (int k = 1; k + 1 < argc; k += 2) {
    const std::string option = argv[k];
    if (option == "--rows") rows = std::strtoull(argv[k + 1], nullptr, 10);
    if (option == "--workers") workers = std::atoi(argv[k + 1]);
    if (option == "--folder") folder = argv[k + 1];
  }
  measure(rows, workers, folder);
  return 0;
}

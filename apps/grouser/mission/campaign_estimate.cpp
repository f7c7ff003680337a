// SPDX-License-Identifier: BSD-3-Clause
// The constructor checks everything before it writes: the file, the folder, the campaign and the metric. The
// kind of estimate is part of the campaign's identity, so a folder of another kind is refused.
#include "campaign_estimate.hpp"

#include <iostream>

#include "grouser/base/error.hpp"
#include "shared/jobs_option.hpp"

namespace grouser::cli {

void add_estimate_options(Command& command, EstimateArguments& a) {
  command.argument("FILE", a.file, "A campaign's TOML file (docs/campaigns.md)");
  command.option("--out DIR", a.out, "The folder of its rows; by default the file's name");
  command.option("--threads N", a.threads, "Runs at the same time; as many as processors by default");
  command.flag("--json", a.json, "Report as one JSON object on standard output");
}

EstimateFolder::EstimateFolder(const EstimateArguments& arguments, CampaignFile file, const std::string& kind,
                               const std::string& metric, std::uint64_t most_rows)
    : folder_(arguments.out.empty() ? std::filesystem::path(arguments.file).stem()
                                    : std::filesystem::path(arguments.out)),
      metric_(metric),
      began_(steady_seconds()),
      threads_(parse_jobs(arguments.threads)) {
  file.keep.clear();  // of campaign run
  file.identity.push_back(kEstimateLine + kind);
  check_campaign_folder(folder_);
  campaign_.emplace(campaign_in(folder_, std::move(file), threads_));
  if (!metric_.empty()) column_named(campaign_->identity().columns, metric_, false, "metric");
  store_.emplace(folder_, campaign_->identity().columns, most_rows, StoreUse::whole_folder);
  // An estimate asks for rows by their numbers, so the manifest has the room for rows, not a plan's count.
  CampaignManifest manifest = campaign_->manifest();
  manifest.rows = most_rows;
  write_manifest(folder_, manifest);
  for (const std::string& note : campaign_->plan().notes()) std::cerr << "grouser: note: " << note << "\n";
  print_store_notes(*store_);
  resumed_ = store_->rows_done();
}

AskedRows EstimateFolder::rows() {
  start_bar();
  return AskedRows(*campaign_, *store_, metric_, steady_seconds,
                   {threads_, interrupted, [this](double done, double total) {
                      if (done < shown_) start_bar();  // the next batch: its time left follows its own pace
                      shown_ = done;
                      bar_->update(done, total);
                    }});
}

void EstimateFolder::start_bar() { bar_.emplace("rows of this batch"); }

Json EstimateFolder::finish() {
  bar_.reset();
  return {{"folder", folder_.string()},
          {"table", store_->merge(campaign_->attributes()).string()},
          {"rows", store_->rows_done()},
          {"resumed", resumed_},
          {"wall_s", steady_seconds() - began_}};
}

}  // namespace grouser::cli

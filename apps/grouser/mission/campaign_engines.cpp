// A campaign's shards as ranks of Open MPI or as an array of Slurm's tasks.
#include <fmt/format.h>

#include "campaign_command.hpp"
#include "grouser/base/error.hpp"

namespace grouser::cli {

int run_campaign_elsewhere(const Campaign&, const CampaignRunOptions&, const EngineChoice& choice) {
  throw InputError("--engine", choice.engine, "local");
}

}  // namespace grouser::cli

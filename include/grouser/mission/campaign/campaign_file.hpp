// SPDX-License-Identifier: BSD-3-Clause
// A campaign's file (docs/campaigns.md): a scenario, the number of its runs, and the draws.
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "grouser/base/toml_input.hpp"
#include "grouser/mission/campaign/distribution.hpp"
#include "grouser/mission/campaign/estimate_spec.hpp"
#include "grouser/mission/campaign/unit_draws.hpp"

namespace grouser {

inline constexpr int kMostSamples = 100'000'000;

struct DrawSpec {
  std::string key;  ///< as --set takes it; with * for any part of a name
  Distribution distribution;
  bool relative =
      false;  ///< a normal distribution whose mean is the file's own value, and its deviation a share of that
  double relative_deviation = 0.0;
  bool shared = false;            ///< one draw for all that the key meets
  std::vector<double> grid = {};  ///< of a plan by grid
  std::string place;              ///< for messages
};

/// Draws whose normal numbers depend on each other (a Gaussian copula).
struct CorrelationSpec {
  std::vector<std::string> keys;
  std::vector<std::vector<double>> factor;  ///< L of the matrix L L^T, row by row
};

/// A key whose values all samples are run with in turn.
struct CrossSpec {
  std::string key;
  std::vector<std::string> values;  ///< as TOML
};

/// "worst 10 peak_acceleration", "first 5 verdict=rolled_over"
struct KeepSpec {
  enum class Which { worst, least, first };
  Which which = Which::first;
  std::size_t count = 0;
  std::string column, text;  ///< text: of first
  std::string said;
};

struct CampaignFile {
  std::string scenario;          ///< as the file says
  std::filesystem::path beside;  ///< folder of the file
  std::uint64_t samples = 0;     ///< 0 for morris and saltelli, where the number of variables decides
  std::uint64_t seed = 0;
  PlanKind plan = PlanKind::random;
  int paths = 0, levels = 0;    ///< of morris
  std::uint64_t base_rows = 0;  ///< of saltelli
  std::vector<KeepSpec> keep;
  std::vector<CrossSpec> cross;
  std::vector<Override> settings;
  std::vector<DrawSpec> draws;
  std::vector<CorrelationSpec> correlations;
  std::optional<RareSpec> rare;
  std::optional<EnvelopeSpec> envelope;  ///< its speeds and angles are then the draws
  std::int64_t budget_steps = 0;         ///< 0: none
  bool allow_dead_keys = false;          ///< whether keys that change nothing are run all the same
  std::vector<std::string> identity;     ///< all that makes one campaign differ from another, a line a value
  std::string text;                      ///< word for word
};

/// A campaign grows by further samples: only where these depend on their number alone.
inline bool can_grow(PlanKind plan) { return plan == PlanKind::random || plan == PlanKind::sobol; }

/// `name`: for messages. Throws InputError.
CampaignFile read_campaign(const std::string& text, const std::string& name,
                           const std::filesystem::path& beside);

}  // namespace grouser

// SPDX-License-Identifier: BSD-3-Clause
// The numbers in the documents of a scenario that a study may vary.
#pragma once
#include <string>
#include <vector>

#include "grouser/recording/run_file/run_header.hpp"

namespace grouser::desktop {

struct NumberKey {
  std::string key;  ///< as --set takes it: "duration", "rover.wheel.radius", "soil.phi_deg"
  double value = 0.0;
  std::string remark;  ///< the comment beside it in the file: unit and meaning
};

/// Keys of all numbers, in the order of the documents and of their lines. Elements of arrays are keys of
/// their own ("initial.position.2"). The first soil is the ground's ("soil.phi_deg"); the others have their
/// ids in the key ("soil.hard_plate.friction_mu").
std::vector<NumberKey> list_number_keys(const std::vector<InputDocument>& documents);
/// The value of a key, or nullptr.
const NumberKey* find_number_key(const std::vector<NumberKey>& keys, const std::string& key);

}  // namespace grouser::desktop

// SPDX-License-Identifier: BSD-3-Clause
// Measured tables and the errors against them, for the tests of this folder.
#pragma once
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace grouser::test {

/// Every row of a CSV file, split into its fields; the first is the header.
inline std::vector<std::vector<std::string>> read_csv(const std::filesystem::path& path) {
  std::vector<std::vector<std::string>> rows;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::vector<std::string> fields;
    std::stringstream stream(line);
    for (std::string field; std::getline(stream, field, ',');) fields.push_back(field);
    rows.push_back(fields);
  }
  return rows;
}

struct RmsError {
  double sum = 0.0;
  int count = 0;
  void add(double model, double measured) { sum += (model - measured) * (model - measured), ++count; }
  double rms() const { return std::sqrt(sum / count); }
};

}  // namespace grouser::test

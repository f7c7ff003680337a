// SPDX-License-Identifier: BSD-3-Clause
// Tables for the terminal: the fitted keys, their correlations, the data with their errors, the information
// that each set of data gives, and advice. A part without content is left out.
#include "fit_tables.hpp"

#include <fmt/format.h>

#include "shared/console.hpp"

namespace grouser::cli {
namespace {

/// Value, 95 % interval and deviation of each key; the deviation is of the logarithm if the key is fitted on
/// that scale.
std::string fitted_keys_text(const FitResult& result) {
  using enum TextTable::Align;
  TextTable table({left, right, right, right, right, left});
  table.add_header({"key", "value", "95 % from", "to", "deviation", "of"});
  for (const FittedKey& found : result.keys)
    table.add_row({found.key.key, number_text(found.value), number_text(found.low), number_text(found.high),
                   number_text(found.deviation, 3),
                   found.key.scale == FitScale::linear ? "the value" : "its logarithm"});
  return table.text();
}

/// The lower triangle of the correlation matrix of the keys.
std::string correlations_text(const FitResult& result) {
  if (result.keys.size() < 2 || result.posterior == PosteriorKind::none) return "";
  std::vector<TextTable::Align> columns(result.keys.size() + 1, TextTable::Align::right);
  columns.front() = TextTable::Align::left;
  TextTable table(columns);
  std::vector<std::string> header{"correlations"};
  for (const FittedKey& found : result.keys) header.push_back(found.key.key);
  table.add_header(header);
  for (std::size_t a = 0; a < result.keys.size(); ++a) {
    std::vector<std::string> row{result.keys[a].key.key};
    for (std::size_t b = 0; b < result.keys.size(); ++b)
      row.push_back(b > a ? ""
                          : fmt::format("{:.3f}", result.correlations(static_cast<Eigen::Index>(a),
                                                                      static_cast<Eigen::Index>(b))));
    table.add_row(row);
  }
  return "\n" + table.text();
}

/// Per channel of data: rows, rms error, noise, and the errors of the cross-validation and of rows kept back.
std::string fitted_data_text(const FitResult& result) {
  using enum TextTable::Align;
  TextTable table({left, left, right, right, right, right, right, right, right, left});
  table.add_header(
      {"data", "channel", "fitted", "rms", "noise", "k-fold rms", "kept back", "rms", "in 95 % band", ""});
  for (const FittedGroup& group : result.groups)
    table.add_row({group.file, group.channel, std::to_string(group.fitted), number_text(group.rms, 3),
                   number_text(group.sigma, 3) + (group.known ? " (stated)" : ""),
                   number_text(group.fold_rms, 3), group.held > 0 ? std::to_string(group.held) : "-",
                   number_text(group.held_rms, 3),
                   group.held > 0 ? fmt::format("{:.0f} %", 100.0 * group.held_within) : "-", group.unit});
  return "\n" + table.text();
}

/// Share of the information that each set of data gives about a key, and the factor by which the key's
/// interval widens without it.
std::string information_text(const FitResult& result) {
  if (result.groups.size() < 2) return "";
  std::vector<TextTable::Align> columns(result.keys.size() + 1, TextTable::Align::right);
  columns.front() = TextTable::Align::left;
  TextTable table(columns);
  std::vector<std::string> header{"what informs"};
  for (const FittedKey& found : result.keys) header.push_back(found.key.key);
  table.add_header(header);
  for (const FittedGroup& group : result.groups) {
    std::vector<std::string> row{group.file + " " + group.channel};
    for (std::size_t k = 0; k < result.keys.size(); ++k)
      row.push_back(fmt::format("{:.0f} % (x {:.3g})", 100.0 * group.shares[k], group.widened[k]));
    table.add_row(row);
  }
  return "\n" + table.text() + "in brackets: how many times as wide the interval is without these data\n";
}

/// Warnings of keys that the data cannot tell apart, and the tests that would narrow the intervals most.
std::string advice_text(const FitResult& result) {
  std::string text;
  for (const Confusion& confusion : result.confusions) text += "! " + confusion.text + "\n";
  for (std::size_t k = 0; k < result.next_tests.size(); ++k) {
    const NextTest& test = result.next_tests[k];
    std::string narrowed;
    for (std::size_t v = 0; v < test.narrowed.size(); ++v)
      narrowed += fmt::format("{}{} x {:.2g}", v == 0 ? "" : ", ", result.keys[v].key.key, test.narrowed[v]);
    text += fmt::format("{}{} (intervals: {})\n", k == 0 ? "the most telling further test: " : "  then ",
                        test.text, narrowed);
  }
  return text.empty() ? "" : "\n" + text;
}

}  // namespace

std::string fit_text(const FitResult& result) {
  std::string text =
      fmt::format("{} from {}, {} of them to the same minimum; intervals: {}\n",
                  result.converged ? "converged" : "not converged",
                  count_text(static_cast<std::size_t>(result.starts), "start"), result.agreeing,
                  kPosteriorKinds[static_cast<std::size_t>(result.posterior)]);
  text += fitted_keys_text(result) + correlations_text(result) + fitted_data_text(result) +
          information_text(result) + advice_text(result);
  for (const std::string& note : result.notes) text += "note: " + note + "\n";
  return text;
}

}  // namespace grouser::cli

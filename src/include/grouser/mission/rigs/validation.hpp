// SPDX-License-Identifier: BSD-3-Clause
// A measured set against what is predicted for it: row by row, with bands where the soil is uncertain, and a
// verdict.
//
// A curve (one quantity by one law) is judged by the rms of predicted less measured where its set accepts an
// rms; else, where measurements have a standard deviation or the prediction has a band, by how many of the
// rows agree: those whose measured value is within two standard deviations of the band (of the prediction,
// where there is none), which nine of ten must be. Of a set without either nothing is judged.
#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "grouser/mission/campaign/parallel_jobs.hpp"
#include "grouser/mission/rigs/validation_set.hpp"
#include "grouser/recording/run_file/measured_csv.hpp"

namespace grouser {

enum class SetVerdict {
  holds,
  fails,
  none,     ///< the set says neither what is accepted nor how sure it is
  not_run,  ///< the prediction failed
};
const char* to_string(SetVerdict);

inline constexpr double kAgreeingShare = 0.9;   ///< of the rows, where no rms is accepted
inline constexpr double kAgreeingWidths = 2.0;  ///< standard deviations

/// One row of a set.
struct SetPoint {
  double at = 0.0;  ///< of the condition that varies, or the row's number
  double measured = kUnset, sd = kUnset;
  double predicted = kUnset;  ///< NaN: there is no prediction, as of soil that does not carry the load
  Band band{};
};

/// One quantity by one law.
struct SetCurve {
  std::string law;  ///< of a run or a channel empty
  std::string quantity, unit;
  std::vector<SetPoint> points{};      ///< rows with a measured value
  int lost = 0;                        ///< of these, rows without a prediction
  double rms = kUnset, bias = kUnset;  ///< predicted less measured, over the others
  double spread = kUnset;              ///< standard deviation of what was measured
  double accept = kUnset;
  double agreeing = kUnset;  ///< share of all points; NaN where nothing says how sure they are
  SetVerdict verdict = SetVerdict::none;
};

struct SetResult {
  std::string at, at_unit;  ///< the condition that points are listed by
  std::vector<SetCurve> curves;
  SetVerdict verdict = SetVerdict::none;  ///< fails where one curve does, holds where one does and none fails
  std::string trouble;                    ///< why it did not run
  double offset = 0.0;                    ///< of a run, s
};

/// Reads measurements over time, of the formats that a program knows.
using ReadMeasured =
    std::function<MeasuredTable(const std::filesystem::path& file, const std::function<bool()>& cancelled)>;

/// Reads all that a set names without predicting anything. Throws InputError.
void check_set_inputs(const ValidationSet& set, const ReadMeasured& read = read_measured_csv);
/// Reads the set's data and predicts it. Throws InputError and Interrupted.
SetResult run_validation_set(const ValidationSet& set, const JobOptions& options,
                             const ReadMeasured& read = read_measured_csv);

/// Fills in all numbers of a curve that follow from its points, and its verdict.
void judge_curve(SetCurve& curve);

}  // namespace grouser

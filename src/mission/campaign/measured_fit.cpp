// SPDX-License-Identifier: BSD-3-Clause
// Residuals of a run against measurements, and the offset of time at which both agree best: a scan of 600
// offsets on thinned curves, then golden section from the offset of least squares and from that of best
// correlation.
#include "grouser/mission/campaign/measured_fit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "grouser/base/error.hpp"
#include "grouser/mission/campaign/run_comparison.hpp"

namespace grouser {
namespace {

constexpr int kScan = 600;             // offsets that are tried before the search
constexpr std::size_t kSamples = 400;  // of each curve, while trying
constexpr double kLeastShare = 0.5;    // of measured values within the run

/// Fewer samples of a pair, for the first look.
struct Thinned {
  MeasuredPair pair;
  std::vector<double> times, measured;
  double spread = 0.0;  // standard deviation of all that was measured
};

/// Standard deviation of the finite values; 0 for fewer than two.
double spread_of(std::span<const double> values) {
  double sum = 0.0, count = 0.0, squares = 0.0;
  for (const double v : values)
    if (std::isfinite(v)) sum += v, ++count;
  if (count < 2.0) return 0.0;
  for (const double v : values)
    if (std::isfinite(v)) squares += (v - sum / count) * (v - sum / count);
  return std::sqrt(squares / count);
}

/// Pairs that vary, each with at most about kSamples of its measured values.
std::vector<Thinned> thin(const std::vector<MeasuredPair>& pairs) {
  std::vector<Thinned> thinned;
  for (const MeasuredPair& pair : pairs) {
    Thinned t{.pair = pair, .times = {}, .measured = {}, .spread = spread_of(pair.measured)};
    if (!(t.spread > 0.0) || pair.run_times.size() < 2) continue;
    const std::size_t stride = pair.times.size() / kSamples + 1;
    for (std::size_t k = 0; k < pair.times.size(); k += stride)
      if (std::isfinite(pair.measured[k]))
        t.times.push_back(pair.times[k]), t.measured.push_back(pair.measured[k]);
    thinned.push_back(std::move(t));
  }
  return thinned;
}

/// Agreement of curves; the default is that of no overlap.
struct Agreement {
  double squares = std::numeric_limits<double>::infinity();  // mean, in parts of the spread
  double correlation = -std::numeric_limits<double>::infinity();
};

/// Agreement of one pair at an offset of time, over the times at which both have values.
Agreement agreement_of(std::span<const double> times, std::span<const double> measured,
                       const MeasuredPair& pair, double spread, double offset) {
  double n = 0.0, a = 0.0, b = 0.0, aa = 0.0, bb = 0.0, ab = 0.0, squares = 0.0, all = 0.0;
  for (std::size_t k = 0; k < times.size(); ++k) {
    if (!std::isfinite(measured[k])) continue;
    ++all;
    const double run = value_at(pair.run_times, pair.run, times[k] + offset);
    if (!std::isfinite(run)) continue;
    const double apart = measured[k] - run;
    ++n, a += measured[k], b += run, aa += measured[k] * measured[k], bb += run * run,
        ab += measured[k] * run;
    squares += apart * apart;
  }
  if (n < 2.0 || n < kLeastShare * all) return {};
  const double va = aa / n - a * a / (n * n), vb = bb / n - b * b / (n * n);
  return {squares / (n * spread * spread),
          va > 0.0 && vb > 0.0 ? (ab / n - a * b / (n * n)) / std::sqrt(va * vb) : 0.0};
}

Agreement add(Agreement sum, const Agreement& more) {
  return {sum.squares + more.squares, sum.correlation + more.correlation};
}

/// Agreement of all pairs on their thinned samples.
Agreement coarse_agreement(const std::vector<Thinned>& pairs, double offset) {
  Agreement sum{0.0, 0.0};
  for (const Thinned& t : pairs) sum = add(sum, agreement_of(t.times, t.measured, t.pair, t.spread, offset));
  return sum;
}

/// Mean squares of all pairs on all their samples.
double mean_squares(const std::vector<Thinned>& pairs, double offset) {
  double sum = 0.0;
  for (const Thinned& t : pairs)
    sum += agreement_of(t.pair.times, t.pair.measured, t.pair, t.spread, offset).squares;
  return sum;
}

/// Place of the least value between low and high, to a tolerance (Kiefer 1953); one evaluation per step.
template <class Function>
double golden_section(double low, double high, double tolerance, Function f) {
  const double part = 0.5 * (std::sqrt(5.0) - 1.0);
  double a = high - part * (high - low), b = low + part * (high - low), fa = f(a), fb = f(b);
  while (high - low > tolerance) {
    if (fa <= fb) {
      high = b, b = a, fb = fa;
      a = high - part * (high - low), fa = f(a);
    } else {
      low = a, a = b, fa = fb;
      b = low + part * (high - low), fb = f(b);
    }
  }
  return 0.5 * (low + high);
}

/// Words of a name in small letters: runs of letters and digits.
std::vector<std::string> words_of(const std::string& name) {
  std::vector<std::string> words(1);
  for (char c : name) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    const bool letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (letter)
      words.back() += c;
    else if (!words.back().empty())
      words.emplace_back();
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

}  // namespace

Residuals residuals_at(const MeasuredPair& pair, double offset) {
  Residuals found;
  double sum = 0.0, squares = 0.0;
  for (std::size_t k = 0; k < pair.times.size(); ++k) {
    const double t = pair.times[k] + offset;
    const double apart = pair.measured[k] - value_at(pair.run_times, pair.run, t);
    if (!std::isfinite(apart)) continue;
    found.times.push_back(t);
    found.values.push_back(apart);
    sum += apart, squares += apart * apart;
    if (std::fabs(apart) > found.largest) found.largest = std::fabs(apart), found.time = t;
  }
  if (found.values.empty()) return found;
  const auto count = static_cast<double>(found.values.size());
  found.mean = sum / count;
  found.rms = std::sqrt(squares / count);
  return found;
}

std::optional<double> find_offset(const std::vector<MeasuredPair>& pairs,
                                  const std::function<bool()>& cancelled) {
  const std::vector<Thinned> thinned = thin(pairs);
  if (thinned.empty()) return std::nullopt;
  // From the last measured value at the run's beginning to the first one at its end.
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const Thinned& t : thinned) {
    low = std::min(low, t.pair.run_times.front() - t.pair.times.back());
    high = std::max(high, t.pair.run_times.back() - t.pair.times.front());
  }
  const double step = (high - low) / kScan;
  double nearest = std::nan(""), likest = std::nan("");
  Agreement best{};
  // The scan finds two starts: least squares, and best correlation.
  for (int k = 0; k <= kScan; ++k) {
    if (cancelled && cancelled()) throw Interrupted("looking for the offset of time");
    const double offset = low + k * step;
    const Agreement found = coarse_agreement(thinned, offset);
    if (found.squares < best.squares) best.squares = found.squares, nearest = offset;
    if (found.correlation > best.correlation) best.correlation = found.correlation, likest = offset;
  }
  if (std::isnan(nearest) || std::isnan(likest)) return std::nullopt;
  constexpr double kTolerance = 1e-7;  // of the range
  double offset = nearest, least = std::numeric_limits<double>::infinity();
  for (const double start :
       {nearest, likest}) {  // ramps correlate everywhere, offset curves lie near elsewhere
    const double found =
        golden_section(start - step, start + step, kTolerance * (high - low), [&](double at) {
          if (cancelled && cancelled()) throw Interrupted("looking for the offset of time");
          return mean_squares(thinned, at);
        });
    const double squares = mean_squares(thinned, found);
    if (squares < least) least = squares, offset = found;
  }
  return offset;
}

int likely_channel(const std::string& column, const std::vector<ChannelSpec>& channels) {
  const std::vector<std::string> wanted = words_of(column);
  if (wanted.empty()) return -1;
  int best = -1;
  double most = 0.0;
  for (std::size_t k = 0; k < channels.size(); ++k) {
    const std::vector<std::string> words = words_of(channels[k].name);
    const auto has = [&](const std::string& w) {
      return std::find(words.begin(), words.end(), w) != words.end();
    };
    // The quantity is the channel's last word, wherever the column has it.
    if (std::find(wanted.begin(), wanted.end(), words.back()) == wanted.end()) continue;
    const auto shared = static_cast<double>(std::count_if(wanted.begin(), wanted.end(), has));
    // The share of common words, so that a longer channel name does not win by chance.
    const double share = shared / static_cast<double>(wanted.size() + words.size());
    if (share > most) most = share, best = static_cast<int>(k);
  }
  return best;
}

}  // namespace grouser

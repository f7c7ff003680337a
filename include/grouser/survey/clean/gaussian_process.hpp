// SPDX-License-Identifier: BSD-3-Clause
// Gaussian-process regression (kriging) of heights over the plane, Matern 3/2.
//
// Sources: Rasmussen & Williams, Gaussian Processes for Machine Learning, MIT Press 2006: eqs. 2.25, 2.26
// (mean and variance), 5.8 (marginal likelihood), 5.9 (its gradient), 4.17 (Matern 3/2), 2.41, 2.42 (explicit
// basis functions: the plane). Oliver & Webster 1990 call the case with a plane universal kriging.
//
// Lengths are in any unit; the cleaning uses cells.
#pragma once
#include <memory>
#include <span>
#include <vector>

namespace grouser {

/// Covariance = variance ((1 + a) e^-a + noise at distance 0), with a = sqrt(3) distance / length.
struct MaternParams {
  double variance = 1.0;  ///< m2
  double length = 1.0;    ///< correlation length l, unit of the coordinates
  double noise = 1e-6;    ///< variance of the noise of a sample, as a share of `variance`
};

/// Known heights at scattered points; all three vectors have the same size.
struct HeightSamples {
  std::vector<double> x, y;
  std::vector<double> height;  ///< m
  int count() const { return static_cast<int>(x.size()); }
  void add(double x_value, double y_value, double height_value) {
    x.push_back(x_value), y.push_back(y_value), height.push_back(height_value);
  }
  void add(const HeightSamples& more) {
    x.insert(x.end(), more.x.begin(), more.x.end());
    y.insert(y.end(), more.y.begin(), more.y.end());
    height.insert(height.end(), more.height.begin(), more.height.end());
  }
};

/// The trend that the process varies about.
enum class ProcessTrend {
  none,   ///< zero
  plane,  ///< a plane of unknown height and slope, estimated with the process (universal kriging)
};

/// Correlation at a distance; 1 at 0.
double matern_correlation(double distance, double length);

/// A process conditioned on samples. It costs O(n^3) to make, O(n) per mean and O(n^2) per deviation.
class GaussianProcess {
 public:
  /// Throws InputError: no sample, sizes that differ, numbers that are not finite, parameters out of range
  /// (variance and length above 0, noise 0 or more), or a covariance that is not positive definite (two
  /// samples at one point and no noise).
  GaussianProcess(const HeightSamples&, const MaternParams&, ProcessTrend = ProcessTrend::plane);
  ~GaussianProcess();
  GaussianProcess(GaussianProcess&&) noexcept;
  GaussianProcess& operator=(GaussianProcess&&) noexcept;

  double mean(double x, double y) const;
  /// Standard deviation of the noise-free height at each point, m.
  void deviations(std::span<const double> x, std::span<const double> y, std::span<double> out) const;
  /// Log of the density of the samples, R&W eq. 5.8. With a plane: of the residuals of the least-squares
  /// plane.
  double log_marginal_likelihood() const;
  /// The variance that maximises the likelihood of the samples with this length and noise, m2.
  double likeliest_variance() const;

 private:
  struct Part;
  std::unique_ptr<Part> part_;
};

}  // namespace grouser

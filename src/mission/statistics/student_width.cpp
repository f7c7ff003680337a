// SPDX-License-Identifier: BSD-3-Clause
// Student's quantile from Boost.Math; the complement keeps digits for confidences near 1.
#include "student_width.hpp"

#include <boost/math/distributions/students_t.hpp>

namespace grouser {

double student_width(double confidence, int degrees) {
  const boost::math::students_t_distribution<double> student(degrees);
  return boost::math::quantile(boost::math::complement(student, 0.5 * (1.0 - confidence)));
}

}  // namespace grouser

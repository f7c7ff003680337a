// SPDX-License-Identifier: BSD-3-Clause
#include "peers.hpp"
#ifdef GROUSER_BENCH_ALGLIB
#include <libalglib/linalg.h>
#include <libalglib/solvers.h>

#include <utility>

namespace grouser::bench {
namespace {

using alglib::real_1d_array;
using alglib::real_2d_array;

// Arrays are made once: their memory is not timed, except for that which ALGLIB itself takes.
struct Arrays {
  real_2d_array A;
  real_1d_array b, x;
  Arrays() { A.setlength(6, 6), b.setlength(6), x.setlength(6); }
};
void read_lower(const double*& in, real_2d_array& A) {
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j <= i; ++j) A[i][j] = A[j][i] = *in++;
}
void read_all(const double*& in, real_2d_array& A) {
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) A[i][j] = *in++;
}

void factor_and_solve(const double*& in, double*& out, Arrays& a) {
  read_lower(in, a.A);
  for (int i = 0; i < 6; ++i) a.b[i] = *in++;
  const bool holds = alglib::spdmatrixcholesky(a.A, 6, false);
  alglib::ae_int_t info = 0;
  alglib::densesolverreport report;
  alglib::spdmatrixcholeskysolve(a.A, 6, false, a.b, info, report, a.x);
  for (int i = 0; i < 6; ++i) *out++ = a.x[i];
  *out++ = holds ? 1.0 : 0.0;
}
void symmetric_inverse(const double*& in, double*& out, Arrays& a) {
  read_lower(in, a.A);
  alglib::ae_int_t info = 0;
  alglib::matinvreport report;
  alglib::spdmatrixinverse(a.A, 6, false, info, report);
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j <= i; ++j) *out++ = a.A[i][j];
  *out++ = 1.0;
}
void inverse(const double*& in, double*& out, Arrays& a) {
  read_all(in, a.A);
  alglib::ae_int_t info = 0;
  alglib::matinvreport report;
  alglib::rmatrixinverse(a.A, 6, info, report);
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) *out++ = a.A[i][j];
  *out++ = 1.0;
}
void solve_pivots(const double*& in, double*& out, Arrays& a) {
  read_all(in, a.A);
  for (int i = 0; i < 6; ++i) a.b[i] = *in++;
  alglib::ae_int_t info = 0;
  alglib::densesolverreport report;
  alglib::rmatrixsolve(a.A, 6, a.b, info, report, a.x);
  for (int i = 0; i < 6; ++i) *out++ = a.x[i];
  *out++ = 1.0;
}

template <auto kernel>
void each(const double* in, double* out, std::size_t systems) {
  static Arrays arrays;
  for (std::size_t k = 0; k < systems; ++k) kernel(in, out, arrays);
}
constexpr std::pair<std::string_view, Peer> kPeers[] = {
    {"SPD 6x6 factor and solve", each<factor_and_solve>},
    {"SPD 6x6 by square roots", each<factor_and_solve>},
    {"SPD 6x6 inverse", each<symmetric_inverse>},
    {"6x6 inverse, no pivots", each<inverse>},
    {"6x6 inverse, pivots", each<inverse>},
    {"6x6 solve, pivots", each<solve_pivots>},
};

}  // namespace

Peer alglib_peer(std::string_view kernel) {
  for (const auto& [name, peer] : kPeers)
    if (name == kernel) return peer;
  return nullptr;
}

}  // namespace grouser::bench
#else
namespace grouser::bench {
Peer alglib_peer(std::string_view) { return nullptr; }
}  // namespace grouser::bench
#endif

// The small-matrix kernels of one vector level against Eigen's fixed-size matrices, compiled with the same
// flags in the same file, and against ALGLIB's inverse where that is installed. One program a level
// (GROUSER_BENCH_LEVEL). Each number is a time per call over 64 different arguments that stay in the
// first-level cache, results stored: how fast independent calls follow each other. `ours` is inlined as in
// code compiled for the level, `call` goes through kernels(). The least of all repetitions is taken,
// repetitions of all benchmarks shuffled: other programs only add.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <Eigen/Dense>
#include <cmath>
#include <iostream>
#include <map>

#include "grouser/math/kernels.hpp"
#include "grouser/math/random.hpp"
#include "grouser/math/simd/batched.hpp"
#include "grouser/math/simd/solve_general.hpp"
#include "grouser/math/simd/solve_positive.hpp"
#include "grouser/math/simd/spatial.hpp"
#ifdef GROUSER_BENCH_ALGLIB
#include <libalglib/linalg.h>
#endif

#define GROUSER_TEXT_OF(x) #x
#define GROUSER_TEXT(x) GROUSER_TEXT_OF(x)
#include GROUSER_BENCH_HEADER

namespace grouser::bench {
namespace {

namespace k = kernel;
using Level = k::GROUSER_BENCH_LEVEL;
constexpr int kCount = 64;

using E3 = Eigen::Vector3d;
using E6 = Eigen::Matrix<double, 6, 1>;
using E33 = Eigen::Matrix3d;
using E36 = Eigen::Matrix<double, 3, 6>;
using E66 = Eigen::Matrix<double, 6, 6>;

/// The same numbers as ours and as Eigen's; results of both. A: general, P: positive definite.
struct Arguments {
  E3 x[kCount], y[kCount], e3[kCount];
  E6 v[kCount], w[kCount], e6[kCount];
  E33 a[kCount], b[kCount], e33[kCount];
  E36 j[kCount], e36[kCount];
  E66 A[kCount], B[kCount], P[kCount], L[kCount], e66[kCount];
  k::Vec3 kx[kCount], ky[kCount], k3[kCount];
  k::Vec6 kv[kCount], kw[kCount], k6[kCount];
  k::Mat3 ka[kCount], kb[kCount], k33[kCount];
  k::Mat36 kj[kCount], k36[kCount];
  k::Mat6 kA[kCount], kB[kCount], kP[kCount], kF[kCount], k66[kCount];
  k::Pose kX[kCount];
  k::SymmetricBatch batch[kCount / 8];
  k::VectorBatch right[kCount / 8], solution[kCount / 8];
  double dense[kCount][38], dense_out[kCount][38];  // columns six words apart, two to spare
#ifdef GROUSER_BENCH_ALGLIB
  alglib::real_2d_array alglib[kCount];
#endif

  Arguments() {
    math::RandomStream random(1, 0);
    const auto fill = [&](auto& eigen, auto& ours, int rows, int cols) {
      for (int c = 0; c < cols; ++c)
        for (int r = 0; r < rows; ++r) ours(r, c) = eigen(r, c) = random.uniform(-1.0, 1.0);
    };
    for (int n = 0; n < kCount; ++n) {
      fill(a[n], ka[n], 3, 3);
      fill(b[n], kb[n], 3, 3);
      fill(j[n], kj[n], 3, 6);
      fill(A[n], kA[n], 6, 6);
      fill(B[n], kB[n], 6, 6);
      P[n] = A[n] * A[n].transpose() + 0.1 * E66::Identity();
      for (int i = 0; i < 6; ++i) {
        kv[n][i] = v[n][i] = right[n / 8](i, n % 8) = random.uniform(-1.0, 1.0);
        kw[n][i] = w[n][i] = random.uniform(-1.0, 1.0);
        if (i < 3) kx[n][i] = x[n][i] = random.uniform(-1.0, 1.0);
        if (i < 3) ky[n][i] = y[n][i] = random.uniform(-1.0, 1.0);
        for (int c = 0; c < 6; ++c) {
          kP[n](i, c) = P[n](i, c);
          if (c <= i) batch[n / 8](i, c, n % 8) = P[n](i, c);
          dense[n][6 * c + i] = A[n](i, c);
        }
      }
      kX[n] = {ka[n], kx[n]};
      L[n] = P[n].llt().matrixLLT();
      kernels().positive_factor(kP[n], kF[n]);
#ifdef GROUSER_BENCH_ALGLIB
      alglib[n].setlength(6, 6);
#endif
    }
  }
};

Arguments& arguments() {
  static const auto all = std::make_unique<Arguments>();
  return *all;
}

/// The rows of the table in the order they were added.
std::vector<std::string>& row_order() {
  static std::vector<std::string> order;
  return order;
}
template <class Body>
void add(const std::string& name, Body body) {
  if (name.ends_with("/ours")) row_order().push_back(name.substr(0, name.find('/')));
  benchmark::RegisterBenchmark(name.c_str(), [body](benchmark::State& state) {
    Arguments& g = arguments();
    for (auto _ : state) {
      for (int n = 0; n < kCount; ++n) {
        body(g, n);
        benchmark::ClobberMemory();  // else the compiler makes one vector loop of many small calls
      }
    }
  });
}

/// One row of the table: a kernel inlined, through the table, and Eigen's expression.
#define GROUSER_ROW(name, ours, call, eigen)                                            \
  add(                                                                                  \
      name "/ours", [](Arguments & g, int n) __attribute__((always_inline)) { ours; }); \
  add(                                                                                  \
      name "/call", [table = &kernels()](Arguments & g, int n)                          \
                        __attribute__((always_inline)) { table->call; });               \
  add(                                                                                  \
      name "/eigen", [](Arguments & g, int n) __attribute__((always_inline)) { eigen; })

/// [R, p x R; 0, R] as Eigen's users write it.
E66 force_matrix(const E33& R, const E3& p) {
  E33 s;
  s << 0, -p.z(), p.y(), p.z(), 0, -p.x(), -p.y(), p.x(), 0;
  E66 F;
  F << R, s * R, E33::Zero(), R;
  return F;
}
void keep(k::Status status) { benchmark::DoNotOptimize(status); }

void add_rows_of_three() {
  GROUSER_ROW("cross 3x1", k::cross<Level>(g.kx[n], g.ky[n], g.k3[n]), cross(g.kx[n], g.ky[n], g.k3[n]),
              g.e3[n] = g.x[n].cross(g.y[n]));
  GROUSER_ROW("A x 3x3", k::product<Level>(g.ka[n], g.kx[n], g.k3[n]), mat3_vec(g.ka[n], g.kx[n], g.k3[n]),
              g.e3[n].noalias() = g.a[n] * g.x[n]);
  GROUSER_ROW("A^T x 3x3", k::transposed_product<Level>(g.ka[n], g.kx[n], g.k3[n]),
              mat3_transposed_vec(g.ka[n], g.kx[n], g.k3[n]),
              g.e3[n].noalias() = g.a[n].transpose() * g.x[n]);
  GROUSER_ROW("A B 3x3", k::product<Level>(g.ka[n], g.kb[n], g.k33[n]), mat3_mat3(g.ka[n], g.kb[n], g.k33[n]),
              g.e33[n].noalias() = g.a[n] * g.b[n]);
  GROUSER_ROW("A^T B 3x3", k::transposed_product<Level>(g.ka[n], g.kb[n], g.k33[n]),
              mat3_transposed_mat3(g.ka[n], g.kb[n], g.k33[n]),
              g.e33[n].noalias() = g.a[n].transpose() * g.b[n]);
  GROUSER_ROW("A^T M A 3x3", k::congruence<Level>(g.ka[n], g.kb[n], g.k33[n]),
              mat3_congruence(g.ka[n], g.kb[n], g.k33[n]),
              g.e33[n].noalias() = g.a[n].transpose() * (g.b[n] * g.a[n]));
  GROUSER_ROW("R M R^T 3x3", k::rotate<Level>(g.ka[n], g.kb[n], g.k33[n]),
              mat3_rotate(g.ka[n], g.kb[n], g.k33[n]),
              g.e33[n].noalias() = g.a[n] * g.b[n] * g.a[n].transpose());
  GROUSER_ROW("inverse 3x3", keep(k::inverse<Level>(g.ka[n], g.k33[n])), mat3_inverse(g.ka[n], g.k33[n]),
              g.e33[n] = g.a[n].inverse());
  GROUSER_ROW("solve 3x3", keep(k::solve<Level>(g.ka[n], g.kx[n], g.k3[n])),
              mat3_solve(g.ka[n], g.kx[n], g.k3[n]), g.e3[n] = g.a[n].inverse() * g.x[n]);
}

void add_rows_of_jacobians() {
  GROUSER_ROW("J v 3x6", k::product<Level>(g.kj[n], g.kv[n], g.k3[n]), mat36_vec(g.kj[n], g.kv[n], g.k3[n]),
              g.e3[n].noalias() = g.j[n] * g.v[n]);
  GROUSER_ROW("J^T F 3x6", k::transposed_product<Level>(g.kj[n], g.kx[n], g.k6[n]),
              mat36_transposed_vec(g.kj[n], g.kx[n], g.k6[n]),
              g.e6[n].noalias() = g.j[n].transpose() * g.x[n]);
  GROUSER_ROW("A J 3x6", k::product<Level>(g.ka[n], g.kj[n], g.k36[n]),
              mat3_mat36(g.ka[n], g.kj[n], g.k36[n]), g.e36[n].noalias() = g.a[n] * g.j[n]);
  GROUSER_ROW("J^T M J 3x6", k::congruence<Level>(g.kj[n], g.ka[n], g.k66[n]),
              mat36_congruence(g.kj[n], g.ka[n], g.k66[n]),
              g.e66[n].noalias() = g.j[n].transpose() * (g.a[n] * g.j[n]));
}

void add_rows_of_six() {
  GROUSER_ROW("A x 6x6", k::product<Level>(g.kA[n], g.kv[n], g.k6[n]), mat6_vec(g.kA[n], g.kv[n], g.k6[n]),
              g.e6[n].noalias() = g.A[n] * g.v[n]);
  GROUSER_ROW("symmetric A x 6x6", k::product<Level>(g.kP[n], g.kv[n], g.k6[n]),
              mat6_vec(g.kP[n], g.kv[n], g.k6[n]), g.e6[n].noalias() = g.P[n] * g.v[n]);
  GROUSER_ROW("A^T x 6x6", k::transposed_product<Level>(g.kA[n], g.kv[n], g.k6[n]),
              mat6_transposed_vec(g.kA[n], g.kv[n], g.k6[n]),
              g.e6[n].noalias() = g.A[n].transpose() * g.v[n]);
  GROUSER_ROW("A B 6x6", k::product<Level>(g.kA[n], g.kB[n], g.k66[n]), mat6_mat6(g.kA[n], g.kB[n], g.k66[n]),
              g.e66[n].noalias() = g.A[n] * g.B[n]);
  GROUSER_ROW("A^T B 6x6", k::transposed_product<Level>(g.kA[n], g.kB[n], g.k66[n]),
              mat6_transposed_mat6(g.kA[n], g.kB[n], g.k66[n]),
              g.e66[n].noalias() = g.A[n].transpose() * g.B[n]);
  GROUSER_ROW("A^T M A 6x6", k::congruence<Level>(g.kA[n], g.kP[n], g.k66[n]),
              mat6_congruence(g.kA[n], g.kP[n], g.k66[n]),
              g.e66[n].noalias() = g.A[n].transpose() * (g.P[n] * g.A[n]));
  GROUSER_ROW("inverse 6x6", keep(k::inverse<Level>(g.kA[n], g.k66[n])), mat6_inverse(g.kA[n], g.k66[n]),
              g.e66[n] = g.A[n].inverse());
  GROUSER_ROW("solve 6x6", keep(k::solve<Level>(g.kA[n], g.kv[n], g.k6[n])),
              mat6_solve(g.kA[n], g.kv[n], g.k6[n]), g.e6[n] = g.A[n].partialPivLu().solve(g.v[n]));
  GROUSER_ROW("SPD factor and solve 6x6", keep(k::solve_positive<Level>(g.kP[n], g.kv[n], g.k6[n])),
              positive_solve(g.kP[n], g.kv[n], g.k6[n]), g.e6[n] = g.P[n].llt().solve(g.v[n]));
  GROUSER_ROW("SPD factor 6x6", keep(k::factor_positive<Level>(g.kP[n], g.k66[n])),
              positive_factor(g.kP[n], g.k66[n]), g.e66[n] = g.P[n].llt().matrixLLT());
  GROUSER_ROW("SPD solve from factors 6x6", k::solve_factored<Level>(g.kF[n], g.kv[n], g.k6[n]),
              positive_solve_factored(g.kF[n], g.kv[n], g.k6[n]),
              g.e6[n] = g.L[n].triangularView<Eigen::Lower>().solve(g.v[n]);
              g.L[n].triangularView<Eigen::Lower>().transpose().solveInPlace(g.e6[n]));
  GROUSER_ROW("SPD inverse 6x6", keep(k::inverse_positive<Level>(g.kP[n], g.k66[n])),
              positive_inverse(g.kP[n], g.k66[n]), g.e66[n] = g.P[n].llt().solve(E66::Identity()));
}

void add_spatial_rows() {
  GROUSER_ROW("motion transform", k::transform_motion<Level>(g.kX[n], g.kv[n], g.k6[n]),
              transform_motion(g.kX[n], g.kv[n], g.k6[n]),
              g.e6[n].head<3>().noalias() = g.a[n] * g.v[n].head<3>();
              g.e6[n].tail<3>() = g.a[n] * g.v[n].tail<3>() + g.x[n].cross(g.e6[n].head<3>()));
  GROUSER_ROW(
      "force transform back", k::transform_force_back<Level>(g.kX[n], g.kv[n], g.k6[n]),
      transform_force_back(g.kX[n], g.kv[n], g.k6[n]),
      g.e6[n].tail<3>().noalias() = g.a[n].transpose() * g.v[n].tail<3>();
      g.e6[n].head<3>().noalias() = g.a[n].transpose() * (g.v[n].head<3>() - g.x[n].cross(g.v[n].tail<3>())));
  GROUSER_ROW("inertia transform", k::transform_inertia<Level>(g.kX[n], g.kP[n], g.k66[n]),
              transform_inertia(g.kX[n], g.kP[n], g.k66[n]), const E66 F = force_matrix(g.a[n], g.x[n]);
              g.e66[n].noalias() = F * g.P[n] * F.transpose());
  GROUSER_ROW("spatial cross v x m", k::cross_motion<Level>(g.kv[n], g.kw[n], g.k6[n]),
              cross_motion(g.kv[n], g.kw[n], g.k6[n]),
              g.e6[n].head<3>() = g.v[n].head<3>().cross(g.w[n].head<3>());
              g.e6[n].tail<3>() =
                  g.v[n].head<3>().cross(g.w[n].tail<3>()) + g.v[n].tail<3>().cross(g.w[n].head<3>()));
}

void add_batch_rows() {
  const auto every_eighth = [](auto body) {
    return [body](Arguments & g, int n) __attribute__((always_inline)) {
      if (n % 8 == 0) body(g, n / 8);
    };
  };
  add("SPD factor and solve 6x6, eight at a time/ours", every_eighth([](Arguments& g, int n) {
        benchmark::DoNotOptimize(k::solve_positive_batch<Level>(g.batch[n], g.right[n], g.solution[n]));
      }));
  add("SPD factor and solve 6x6, eight at a time/call", every_eighth([](Arguments& g, int n) {
        benchmark::DoNotOptimize(kernels().positive_solve_batch(g.batch[n], g.right[n], g.solution[n]));
      }));
}

/// The same product with columns six words apart: what the padding to eight is worth.
template <class L>
GROUSER_INLINE void dense_product(const double* A, const double* B, double* out) {
  k::Pack<L, 6> column[6];
  k::unroll<6>([&](auto j) GROUSER_INLINED { column[j] = k::load_anywhere<L, 6>(A + 6 * j); });
  k::unroll<6>([&](auto j)
                   GROUSER_INLINED { k::store_anywhere(k::combine(column, B + 6 * j), out + 6 * j); });
}
template <class L>
GROUSER_INLINE void dense_vector(const double* A, const double* x, double* out) {
  k::Pack<L, 6> column[6];
  k::unroll<6>([&](auto j) GROUSER_INLINED { column[j] = k::load_anywhere<L, 6>(A + 6 * j); });
  k::store_anywhere(k::combine(column, x), out);
}
void add_layout_rows() {
  add(
      "A B 6x6/dense", [](Arguments & g, int n) __attribute__((always_inline)) {
        dense_product<Level>(g.dense[n], g.dense[kCount - 1 - n], g.dense_out[n]);
      });
  add(
      "A x 6x6/dense", [](Arguments & g, int n) __attribute__((always_inline)) {
        dense_vector<Level>(g.dense[n], g.kv[n].v, g.k6[n].v);
      });
}

void add_alglib_row() {
#ifdef GROUSER_BENCH_ALGLIB
  add("inverse 6x6/alglib", [](Arguments& g, int n) {
    for (int i = 0; i < 6; ++i)  // it inverts in place
      for (int j = 0; j < 6; ++j) g.alglib[n][i][j] = g.A[n](i, j);
    alglib::ae_int_t info;
    alglib::matinvreport report;
    alglib::rmatrixinverse(g.alglib[n], info, report);
    benchmark::DoNotOptimize(info);
  });
#endif
}

/// Keeps the least time of each benchmark and prints one line a kernel at the end.
class TableReporter : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.run_type != Run::RT_Iteration) continue;
      const std::string name = run.benchmark_name();
      const auto slash = name.find('/');
      const std::string row = name.substr(0, slash),
                        column = name.substr(slash + 1, name.find('/', slash + 1) - slash - 1);
      double& least = rows_[row].try_emplace(column, 1e300).first->second;
      least = std::min(least, 1e9 * run.real_accumulated_time / static_cast<double>(run.iterations) / kCount);
    }
  }
  void Finalize() override {
    std::cout << fmt::format("Level {} (calls through kernels(): {}); ns a call\n",
                             GROUSER_TEXT(GROUSER_BENCH_LEVEL), level_name(kernels().level));
    std::cout << fmt::format("{:<42}{:>9}{:>9}{:>10}{:>9}\n", "kernel", "ours", "call", "Eigen", "ratio");
    double logarithms = 0.0, least = 1e300;
    int count = 0;
    for (const std::string& row : row_order()) {
      const auto& r = rows_[row];
      if (!r.count("eigen") || !r.count("ours")) continue;
      const double ratio = r.at("eigen") / r.at("ours");
      logarithms += std::log(ratio);
      least = std::min(least, ratio);
      ++count;
      std::cout << fmt::format("{:<42}{:>9.2f}{:>9.2f}{:>10.2f}{:>9.2f}\n", row, r.at("ours"), r.at("call"),
                               r.at("eigen"), ratio);
    }
    if (count)
      std::cout << fmt::format("{} kernels: geometric mean {:.2f}, least {:.2f}\n", count,
                               std::exp(logarithms / count), least);
    print_others();
  }

 private:
  void print_others() const {
    const auto time = [&](const char* row, const char* column) {
      const auto r = rows_.find(row);
      return r != rows_.end() && r->second.count(column) ? r->second.at(column) : 0.0;
    };
    const auto line = [](const char* what, double ours, const char* name, double other) {
      if (ours > 0.0 && other > 0.0)
        std::cout << fmt::format("{}: ours {:.2f}, {} {:.2f}, ratio {:.2f}\n", what, ours, name, other,
                                 other / ours);
    };
    constexpr const char* kSolve = "SPD factor and solve 6x6";
    line("inverse 6x6", time("inverse 6x6", "ours"), "ALGLIB", time("inverse 6x6", "alglib"));
    line("SPD factor and solve 6x6, eight at a time, per matrix",
         time("SPD factor and solve 6x6, eight at a time", "ours"), "Eigen LLT", time(kSolve, "eigen"));
    line("layout of A B 6x6", time("A B 6x6", "ours"), "dense columns", time("A B 6x6", "dense"));
    line("layout of A x 6x6", time("A x 6x6", "ours"), "dense columns", time("A x 6x6", "dense"));
  }

  std::map<std::string, std::map<std::string, double>> rows_;
};

}  // namespace
}  // namespace grouser::bench

int main(int argc, char** argv) {
  using namespace grouser::bench;
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  add_rows_of_three();
  add_rows_of_jacobians();
  add_rows_of_six();
  add_spatial_rows();
  add_batch_rows();
  add_layout_rows();
  add_alglib_row();
  TableReporter table;
  benchmark::RunSpecifiedBenchmarks(&table);
  return 0;
}

// The table of kernels: which level is taken, alignment, and the bits of a fixed set of inputs, level by
// level.
#include <cstdlib>
#include <memory>

#include "grouser/base/error.hpp"
#include "grouser/base/hash.hpp"
#include "kernel_samples.hpp"

namespace grouser {
namespace {

using namespace kernel;
using namespace test;

static_assert(alignof(Vec3) == 32 && sizeof(Vec3) == 32 && alignof(Mat3) == 32 && sizeof(Mat3) == 96);
static_assert(alignof(Vec6) == 64 && sizeof(Vec6) == 64 && alignof(Mat6) == 64 && sizeof(Mat6) == 384);
static_assert(alignof(Mat36) == 64 && sizeof(Mat36) == 192);

template <class Value>
void add(Hasher& hasher, const Value& value) {
  const auto numbers = exact(value);
  for (int j = 0; j < numbers.cols(); ++j)
    for (int i = 0; i < numbers.rows(); ++i) hasher.add(static_cast<double>(numbers(i, j)));
}

/// A hash of the results of every kernel on fixed random inputs.
std::uint64_t result_hash(const KernelTable& table) {
  // Plain random numbers, without long double on the way: its arithmetic is not that of every machine.
  Samples sample(21);
  Hasher hasher;
  for (int trial = 0; trial < 50; ++trial) {
    const auto a = sample.matrix<Mat3>(), b = sample.matrix<Mat3>();
    const auto A = sample.matrix<Mat6>(), B = sample.matrix<Mat6>();
    const auto J = sample.matrix<Mat36>();
    const auto x = sample.vector<Vec3>(), y = sample.vector<Vec3>();
    const auto v = sample.vector<Vec6>(), w = sample.vector<Vec6>();
    Mat6 P;  // diagonally dominant
    for (int i = 0; i < 6; ++i)
      for (int j = 0; j <= i; ++j) P(i, j) = P(j, i) = A(i, j) + (i == j ? 7.0 : 0.0);
    const Pose X{a, x};
    Vec3 v3;
    Vec6 v6;
    Mat3 m3;
    Mat36 m36;
    Mat6 m6, factors;
    const auto take = [&](auto function, auto& out, const auto&... arguments) {
      function(arguments..., out);
      add(hasher, out);
    };
    take(table.cross, v3, x, y);
    take(table.mat3_vec, v3, a, x);
    take(table.mat3_transposed_vec, v3, a, x);
    take(table.mat3_mat3, m3, a, b);
    take(table.mat3_transposed_mat3, m3, a, b);
    take(table.mat3_congruence, m3, a, b);
    take(table.mat3_rotate, m3, a, b);
    take(table.mat3_inverse, m3, a);
    take(table.mat3_solve, v3, a, x);
    take(table.mat36_vec, v3, J, v);
    take(table.mat36_transposed_vec, v6, J, x);
    take(table.mat3_mat36, m36, a, J);
    take(table.mat36_congruence, m6, J, a);
    take(table.mat6_vec, v6, A, v);
    take(table.mat6_transposed_vec, v6, A, v);
    take(table.mat6_mat6, m6, A, B);
    take(table.mat6_transposed_mat6, m6, A, B);
    take(table.mat6_congruence, m6, A, B);
    take(table.mat6_inverse, m6, A);
    take(table.mat6_solve, v6, A, v);
    take(table.positive_solve, v6, P, v);
    take(table.positive_factor, factors, P);
    take(table.positive_solve_factored, v6, factors, v);
    take(table.positive_inverse, m6, P);
    take(table.transform_motion, v6, X, v);
    take(table.transform_motion_back, v6, X, v);
    take(table.transform_force, v6, X, v);
    take(table.transform_force_back, v6, X, v);
    take(table.transform_inertia, m6, X, P);
    take(table.cross_motion, v6, v, w);
    take(table.cross_force, v6, v, w);
    SymmetricBatch batch;
    VectorBatch right, solution;
    for (int lane = 0; lane < 8; ++lane)
      for (int i = 0; i < 6; ++i) {
        right(i, lane) = v[(i + lane) % 6];
        for (int j = 0; j <= i; ++j) batch(i, j, lane) = P(i, j) + (i == j ? lane : 0);
      }
    hasher.add(static_cast<std::uint64_t>(table.positive_solve_batch(batch, right, solution)));
    for (const auto& row : solution.v) hasher.add(row);
  }
  return hasher.value();
}

/// Found on one machine, to be found on all. A change of a kernel's arithmetic changes its level's hash on
/// purpose.
std::string golden_hash(SimdLevel level) {
  switch (level) {
    case SimdLevel::scalar:
      return "68d8393a36ac0af3";
    case SimdLevel::sse42:
      return "bc6468f08434adca";
    case SimdLevel::avx2:
      return "7421a70c0b06573b";
    case SimdLevel::avx512:
      return "ab2e2a6409499dd8";
    case SimdLevel::neon:
      return "9fbc8dbbf703757e";
  }
  return "";
}

}  // namespace

TEST_CASE("Each level gives its own bits on fixed inputs, on any machine") {
  for (const KernelTable* table : all_tables()) {
    INFO(level_name(table->level));
    CHECK(hash_text(result_hash(*table)) == golden_hash(table->level));
  }
}

TEST_CASE("A level is found by its name, the best for none, and another name is refused") {
  const std::vector<SimdLevel> levels = available_levels();
  REQUIRE(!levels.empty());
  CHECK(levels.front() == SimdLevel::scalar);
  for (const SimdLevel level : levels) CHECK(kernels_of(level_name(level)).level == level);
  CHECK(kernels_of("").level == levels.back());
  CHECK_THROWS_WITH(kernels_of("avx3"), Catch::Contains("GROUSER_SIMD_LEVEL: found 'avx3', expected") &&
                                            Catch::Contains("scalar"));
}

TEST_CASE("The process takes the level that GROUSER_SIMD_LEVEL names") {
  // CTest runs this once for each level that was built (tests/math/CMakeLists.txt); without the variable: the
  // best.
  const char* forced = std::getenv("GROUSER_SIMD_LEVEL");
  const std::vector<SimdLevel> levels = available_levels();
  if (forced &&
      std::none_of(levels.begin(), levels.end(), [&](SimdLevel l) { return level_name(l) == forced; })) {
    CHECK_THROWS_AS(kernels(), InputError);  // built, but this processor lacks it
    return;
  }
  CHECK(level_name(kernels().level) == (forced ? std::string_view(forced) : level_name(levels.back())));
  CHECK(&kernels() == &kernels());
  Vec3 z;
  kernels().cross({{1.0, 0.0, 0.0}}, {{0.0, 1.0, 0.0}}, z);
  CHECK(z[2] == 1.0);
}

TEST_CASE("Values on the heap, in arrays and as members stand where the kernels may load them") {
  struct Body {
    char tag = 0;
    Mat6 inertia;
    Vec3 p;
  };
  const auto bodies = std::make_unique<Body[]>(3);
  std::vector<Mat6> many(5);
  const auto address = [](const void* p) { return reinterpret_cast<std::uintptr_t>(p); };
  for (int i = 0; i < 3; ++i) {
    CHECK(address(bodies[static_cast<std::size_t>(i)].inertia.v) % 64 == 0);
    CHECK(address(bodies[static_cast<std::size_t>(i)].p.v) % 32 == 0);
  }
  for (const Mat6& A : many) CHECK(address(A.v) % 64 == 0);
}

}  // namespace grouser

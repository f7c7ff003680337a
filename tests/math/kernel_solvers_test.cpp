// Inverses and solutions of every level against long double: errors in units of rounding times the condition
// number, exact behaviour under scaling, and a status instead of numbers where there is no answer.
#include <iostream>
#include <limits>

#include "kernel_samples.hpp"

namespace grouser {
namespace {

using namespace kernel;
using namespace test;

// Bounds of Gauss and Gauss-Jordan elimination are n^2 roundings times the growth of the elements, which
// stays near one in practice (Higham 2002, sections 9.3, 9.4, 14.4): 36 for n = 6.
constexpr double kSix = 36.0;
const double kConditions[] = {1.0, 1e3, 1e6, 1e9, 1e12};
constexpr int kTrials = 100;
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

template <int N>
Real norm(const Exact<N, N>& A) {
  return A.cwiseAbs().rowwise().sum().maxCoeff();
}
template <int N>
Real norm(const Exact<N, 1>& x) {
  return x.cwiseAbs().maxCoeff();
}
/// |found - A^-1| / (|A^-1| cond(A)), in roundings.
template <int N, class Matrix>
double inverse_error(const Exact<N, N>& A, const Matrix& found) {
  const Exact<N, N> right = A.inverse();
  const Real condition = norm<N>(A) * norm<N>(right);
  return static_cast<double>(norm<N>(Exact<N, N>(exact(found) - right)) /
                             (norm<N>(right) * condition * kRound));
}
/// |b - A x| / (|A| |x|), in roundings: how far the equation solved is from the one given.
template <int N, class Vector>
double backward_error(const Exact<N, N>& A, const Vector& b, const Vector& x) {
  return static_cast<double>(norm<N>(Exact<N, 1>(exact(b) - A * exact(x))) /
                             (norm<N>(A) * norm<N>(exact(x)) * kRound));
}

template <class Value>
bool all_nan(const Value& value) {
  bool all = true, padding = padding_is_zero(value);
  const auto numbers = exact(value);
  for (int i = 0; i < numbers.rows(); ++i)
    for (int j = 0; j < numbers.cols(); ++j) all = all && std::isnan(static_cast<double>(numbers(i, j)));
  return all && padding;
}

template <class Matrix>
Matrix identity(int n) {
  Matrix A;
  for (int i = 0; i < n; ++i) A(i, i) = 1.0;
  return A;
}

/// What each kernel of a level says of A; right sides are ones. Where it is not ok, the result must be NaN.
Status status_of_inverse(const KernelTable& table, const Mat6& A) {
  Mat6 out;
  const Status status = table.mat6_inverse(A, out);
  if (status != Status::ok) CHECK(all_nan(out));
  Vec6 ones, x;
  for (int i = 0; i < 6; ++i) ones[i] = 1.0;
  CHECK(table.mat6_solve(A, ones, x) == status);
  if (status != Status::ok) CHECK(all_nan(x));
  return status;
}
Status status_of_inverse(const KernelTable& table, const Mat3& A) {
  Mat3 out;
  const Status status = table.mat3_inverse(A, out);
  if (status != Status::ok) CHECK(all_nan(out));
  Vec3 ones, x;
  for (int i = 0; i < 3; ++i) ones[i] = 1.0;
  CHECK(table.mat3_solve(A, ones, x) == status);
  if (status != Status::ok) CHECK(all_nan(x));
  return status;
}
Status status_of_positive(const KernelTable& table, const Mat6& A) {
  Mat6 out;
  const Status status = table.positive_inverse(A, out);
  if (status != Status::ok) CHECK(all_nan(out));
  CHECK(table.positive_factor(A, out) == status);
  if (status != Status::ok) CHECK(all_nan(out));
  Vec6 ones, x;
  for (int i = 0; i < 6; ++i) ones[i] = 1.0;
  CHECK(table.positive_solve(A, ones, x) == status);
  if (status != Status::ok) CHECK(all_nan(x));
  return status;
}

}  // namespace

TEST_CASE("General 6x6 inverses and solutions err by rounding times the condition number") {
  Samples sample(11);
  for (const KernelTable* table : all_tables())
    for (const double condition : kConditions)
      for (int trial = 0; trial < kTrials; ++trial) {
        INFO(level_name(table->level) << ", condition " << condition);
        Mat6 A, inverse;
        assign<6, 6>(sample.conditioned<6>(condition), A);
        const auto b = sample.vector<Vec6>();
        Vec6 x;
        REQUIRE(table->mat6_inverse(A, inverse) == Status::ok);
        CHECK(inverse_error<6>(exact(A), inverse) < kSix);
        CHECK(padding_is_zero(inverse));
        REQUIRE(table->mat6_solve(A, b, x) == Status::ok);
        CHECK(backward_error<6>(exact(A), b, x) < kSix);
        CHECK(padding_is_zero(x));
      }
}

TEST_CASE("General 3x3 inverses and solutions err by rounding times the terms of the determinant") {
  // A cofactor is off by 2 roundings of its two products' sizes (3 with the scaling), the determinant by 5 of
  // its six terms' sizes; so element (i, j) by 4 sizes / |det| + 7 |element| permanent / |det|. Cramer's rule
  // can be no better.
  Samples sample(12);
  for (const KernelTable* table : all_tables())
    for (const double condition : {1.0, 1e3, 1e6})
      for (int trial = 0; trial < kTrials; ++trial) {
        INFO(level_name(table->level) << ", condition " << condition);
        Mat3 A, inverse;
        assign<3, 3>(sample.conditioned<3>(condition), A);
        const Exact<3, 3> a = exact(A), right = a.inverse();
        Exact<3, 3> sizes, bound;
        const Exact<3, 3> p = a.cwiseAbs();
        for (int i = 0; i < 3; ++i)
          for (int j = 0; j < 3; ++j)
            sizes(i, j) = p((j + 1) % 3, (i + 1) % 3) * p((j + 2) % 3, (i + 2) % 3) +
                          p((j + 1) % 3, (i + 2) % 3) * p((j + 2) % 3, (i + 1) % 3);
        const Real determinant = std::fabs(a.determinant()), permanent = sizes.row(0).dot(p.col(0));
        bound = (4 * sizes + 7 * permanent * right.cwiseAbs()) / determinant;
        REQUIRE(table->mat3_inverse(A, inverse) == Status::ok);
        CHECK(error_in_roundings(exact(inverse), right, bound) < 1.0);
        CHECK(padding_is_zero(inverse));
        const auto b = sample.vector<Vec3>();
        Vec3 x;
        REQUIRE(table->mat3_solve(A, b, x) == Status::ok);
        // Three more roundings for the sum of three products.
        const Exact<3, 1> solution = right * exact(b),
                          x_bound = (bound + 3 * right.cwiseAbs()) * exact(b).cwiseAbs();
        CHECK(error_in_roundings(exact(x), solution, x_bound) < 1.01);
        CHECK(padding_is_zero(x));
      }
}

TEST_CASE("Positive definite solutions err by rounding times the condition number") {
  Samples sample(13);
  for (const KernelTable* table : all_tables())
    for (const double condition : kConditions)
      for (int trial = 0; trial < kTrials; ++trial) {
        INFO(level_name(table->level) << ", condition " << condition);
        const Mat6 A = sample.positive(condition);
        const auto b = sample.vector<Vec6>();
        const Exact<6, 1> right = exact(A).ldlt().solve(exact(b));
        const Exact<6, 6> reciprocal = exact(A).inverse();
        const Real forward = norm<6>(right) * norm<6>(exact(A)) * norm<6>(reciprocal) * kRound;
        Vec6 x;
        REQUIRE(table->positive_solve(A, b, x) == Status::ok);
        CHECK(norm<6>(Exact<6, 1>(exact(x) - right)) < kSix * forward);
        Mat6 factors, inverse;
        REQUIRE(table->positive_factor(A, factors) == Status::ok);
        table->positive_solve_factored(factors, b, x);
        CHECK(backward_error<6>(exact(A), b, x) < kSix);
        REQUIRE(table->positive_inverse(A, inverse) == Status::ok);
        CHECK(inverse_error<6>(exact(A), inverse) < kSix);
        CHECK(padding_is_zero(x));
        CHECK(padding_is_zero(factors));
        CHECK(padding_is_zero(inverse));
      }
}

TEST_CASE("The factors are those of Cholesky: L D L^T is the matrix") {
  Samples sample(14);
  for (const KernelTable* table : all_tables())
    for (int trial = 0; trial < kTrials; ++trial) {
      INFO(level_name(table->level));
      const Mat6 A = sample.positive(1e4);
      Mat6 factors;
      REQUIRE(table->positive_factor(A, factors) == Status::ok);
      Exact<6, 6> L = Exact<6, 6>::Identity(), D = Exact<6, 6>::Zero();
      for (int i = 0; i < 6; ++i) {
        D(i, i) = 1.0L / factors(i, i);
        for (int j = 0; j < i; ++j) {
          L(i, j) = factors(i, j);
          // The mirror image is rounded on its own: by the reciprocal, the product, and the element it came
          // from.
          CHECK(std::fabs(factors(j, i) - factors(i, j)) < 1e4 * kSix * kRound);
        }
      }
      CHECK(norm<6>(Exact<6, 6>(L * D * L.transpose() - exact(A))) < kSix * kRound * norm<6>(exact(A)));
    }
}

TEST_CASE("Scaling by powers of two changes exponents only") {
  // Positive definite: by any D A D. General 6x6 inverse: by rows, as pivots are compared within a row;
  // solution: by columns. 3x3: by both. So equations in mixed units are neither lost nor taken for singular.
  Samples sample(15);
  for (const KernelTable* table : all_tables())
    for (int trial = 0; trial < kTrials; ++trial) {
      INFO(level_name(table->level));
      double scale[6];
      for (double& s : scale) s = std::ldexp(1.0, static_cast<int>(60 * sample.number()));
      const Mat6 P = sample.positive(1e3), A = sample.matrix<Mat6>();
      const auto b = sample.vector<Vec6>();
      Mat6 P2, rows, columns, inverse, inverse_2;
      Vec6 b2, x, x2, y, y2;
      for (int i = 0; i < 6; ++i) {
        b2[i] = scale[i] * b[i];
        for (int j = 0; j < 6; ++j) {
          P2(i, j) = scale[i] * P(i, j) * scale[j];
          rows(i, j) = scale[i] * A(i, j);
          columns(i, j) = A(i, j) * scale[j];
        }
      }
      REQUIRE(table->positive_solve(P, b, x) == Status::ok);
      REQUIRE(table->positive_solve(P2, b2, x2) == Status::ok);
      REQUIRE(table->mat6_inverse(A, inverse) == Status::ok);
      REQUIRE(table->mat6_inverse(rows, inverse_2) == Status::ok);
      REQUIRE(table->mat6_solve(A, b, y) == Status::ok);
      REQUIRE(table->mat6_solve(columns, b, y2) == Status::ok);
      for (int i = 0; i < 6; ++i) {
        CHECK(x2[i] * scale[i] == x[i]);
        CHECK(y2[i] * scale[i] == y[i]);
        for (int j = 0; j < 6; ++j) CHECK(inverse_2(i, j) * scale[j] == inverse(i, j));
      }
      Mat3 a = sample.matrix<Mat3>(), a2, reciprocal, reciprocal_2;
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) a2(i, j) = scale[i] * a(i, j) * scale[3 + j];
      REQUIRE(table->mat3_inverse(a, reciprocal) == Status::ok);
      REQUIRE(table->mat3_inverse(a2, reciprocal_2) == Status::ok);
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) CHECK(scale[3 + i] * reciprocal_2(i, j) * scale[j] == reciprocal(i, j));
    }
}

TEST_CASE("Singular matrices are told as such") {
  Samples sample(16);
  for (const KernelTable* table : all_tables()) {
    INFO(level_name(table->level));
    CHECK(status_of_inverse(*table, Mat6{}) == Status::singular);
    CHECK(status_of_inverse(*table, Mat3{}) == Status::singular);
    CHECK(status_of_positive(*table, Mat6{}) == Status::singular);
    for (int trial = 0; trial < kTrials; ++trial) {
      // Small whole numbers: the dependence is exact, and elimination must round.
      Mat6 A;
      Mat3 B;
      for (int i = 0; i < 6; ++i)
        for (int j = 0; j < 6; ++j) A(i, j) = std::round(1000 * sample.number());
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) B(i, j) = std::round(1000 * sample.number());
      Mat6 columns = A, rows = A;
      Mat3 columns_3 = B, rows_3 = B;
      for (int i = 0; i < 6; ++i) {
        columns(i, trial % 6) = columns(i, (trial + 1) % 6) - 3 * columns(i, (trial + 4) % 6);
        rows(trial % 6, i) = 2 * rows((trial + 2) % 6, i) + rows((trial + 3) % 6, i);
      }
      for (int i = 0; i < 3; ++i) {
        columns_3(i, trial % 3) = columns_3(i, (trial + 1) % 3) - 3 * columns_3(i, (trial + 2) % 3);
        rows_3(trial % 3, i) = 2 * rows_3((trial + 1) % 3, i) + rows_3((trial + 2) % 3, i);
      }
      CHECK(status_of_inverse(*table, columns) == Status::singular);
      CHECK(status_of_inverse(*table, rows) == Status::singular);
      CHECK(status_of_inverse(*table, columns_3) == Status::singular);
      CHECK(status_of_inverse(*table, rows_3) == Status::singular);
      // G^T G of a singular G is semidefinite; with a unit taken off one diagonal element it is indefinite.
      Mat6 gram;
      assign<6, 6>(exact(columns).transpose() * exact(columns), gram);
      CHECK(status_of_positive(*table, gram) == Status::singular);
      gram(trial % 6, trial % 6) -= 1.0;
      CHECK(status_of_positive(*table, gram) == Status::singular);
    }
    Mat6 negative = identity<Mat6>(6);
    for (int i = 0; i < 6; ++i) {
      negative(i, i) = -1.0;
      CHECK(status_of_positive(*table, negative) == Status::singular);
      CHECK(status_of_inverse(*table, negative) == Status::ok);
      negative(i, i) = 1.0;
    }
  }
}

TEST_CASE("A 3x3 matrix is singular where its determinant is 2^-45 of its terms, in any units") {
  // The determinant of [1 1 0; 1 1+d 0; 0 0 1] is d and its terms are 2 + d in sum: exact in double.
  for (const KernelTable* table : all_tables())
    for (const double unit : {1.0, 0x1p-200, 0x1p200}) {
      INFO(level_name(table->level) << ", unit " << unit);
      Mat3 A = identity<Mat3>(3), inverse;
      A(0, 1) = A(1, 0) = 1.0;
      A(2, 2) = unit;
      for (const double d : {0x1p-40, 0x1p-41, 0x1p-42, 0x1p-43, 0x1.1p-44}) {
        A(1, 1) = 1.0 + d;
        REQUIRE(status_of_inverse(*table, A) == Status::ok);
        table->mat3_inverse(A, inverse);
        CHECK(inverse(0, 0) == (1.0 + d) / d);
        CHECK(inverse(0, 1) == -1.0 / d);
        CHECK(inverse(1, 1) == 1.0 / d);
        CHECK(inverse(2, 2) == 1.0 / unit);
        CHECK(padding_is_zero(inverse));
      }
      for (const double d : {0x1p-44, 0x1p-45, 0x1p-50}) {
        A(1, 1) = 1.0 + d;
        CHECK(status_of_inverse(*table, A) == Status::singular);
      }
    }
}

TEST_CASE("A 3x3 inverse beyond the range of double is told as such where the determinant is not") {
  for (const KernelTable* table : all_tables()) {
    INFO(level_name(table->level));
    // One element of the inverse of [d h 0; 0 d 0; 0 0 1] is -h / d^2 = -1e360: determinant and terms 1e-160.
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        if (i == j) continue;
        Mat3 A = identity<Mat3>(3), out;
        A(i, i) = A(j, j) = 1e-80;
        A(i, j) = 1e200;
        CHECK(table->mat3_inverse(A, out) == Status::not_finite);
        CHECK(all_nan(out));
        A(i, j) = 1e140;  // 1e300
        CHECK(table->mat3_inverse(A, out) == Status::ok);
        CHECK(out(i, j) == Approx(-1e300).epsilon(1e-14));
      }
    // The determinant of s [1 1 0; 0 1 1; 1 0 1] is 2 s^3; two terms of 1e308 are not beyond the range, their
    // sum is.
    Mat3 A = identity<Mat3>(3), out;
    A(0, 1) = A(1, 2) = A(2, 0) = 1.0;
    for (double& x : A.v) x *= std::cbrt(1e308);
    CHECK(status_of_inverse(*table, A) == Status::not_finite);
    for (double& x : A.v) x *= 0.5;
    CHECK(table->mat3_inverse(A, out) == Status::ok);
    CHECK(out(0, 0) == Approx(1.0 / std::cbrt(1e308)).epsilon(1e-14));
  }
}

TEST_CASE("Numbers that are none, or beyond the range of double, are told as such, wherever they are") {
  Samples sample(17);
  for (const KernelTable* table : all_tables())
    for (const double bad : {kNaN, kInfinity, -kInfinity}) {
      INFO(level_name(table->level) << ", " << bad);
      for (int i = 0; i < 6; ++i) {
        for (int j = 0; j < 6; ++j) {
          Mat6 A = sample.matrix<Mat6>(), P = sample.positive(10.0);
          A(i, j) = bad;
          P(i, j) = P(j, i) = bad;
          CHECK(status_of_inverse(*table, A) == Status::not_finite);
          CHECK(status_of_positive(*table, P) == Status::not_finite);
          if (i >= 3 || j >= 3) continue;
          Mat3 B = sample.matrix<Mat3>();
          B(i, j) = bad;
          CHECK(status_of_inverse(*table, B) == Status::not_finite);
        }
        Vec6 b = sample.vector<Vec6>(), x;
        b[i] = bad;
        CHECK(table->mat6_solve(identity<Mat6>(6), b, x) == Status::not_finite);
        CHECK(all_nan(x));
        CHECK(table->positive_solve(identity<Mat6>(6), b, x) == Status::not_finite);
        CHECK(all_nan(x));
        if (i >= 3) continue;
        Vec3 b3 = sample.vector<Vec3>(), x3;
        b3[i] = bad;
        CHECK(table->mat3_solve(identity<Mat3>(3), b3, x3) == Status::not_finite);
        CHECK(all_nan(x3));
      }
      Mat6 tiny = identity<Mat6>(6);  // its inverse would be 1e310
      tiny(2, 2) = 1e-310;
      CHECK(status_of_inverse(*table, tiny) == Status::not_finite);
      CHECK(status_of_positive(*table, tiny) == Status::not_finite);
    }
}

TEST_CASE("Eight at a time are the same bits as each alone in any lane, and a bad one spoils no other") {
  Samples sample(18);
  for (const KernelTable* table : all_tables())
    for (int trial = 0; trial < kTrials; ++trial) {
      INFO(level_name(table->level));
      SymmetricBatch A;
      VectorBatch b, x;
      const Mat6 reference = sample.positive(1e6);
      const auto right = sample.vector<Vec6>();
      const int lane = trial % 8, bad = (trial + 1 + trial / 8 % 7) % 8;
      for (int l = 0; l < 8; ++l) {
        const Mat6 own = l == lane ? reference : sample.positive(1e3);
        const auto own_b = l == lane ? right : sample.vector<Vec6>();
        for (int i = 0; i < 6; ++i) {
          b(i, l) = own_b[i];
          for (int j = 0; j <= i; ++j) A(i, j, l) = own(i, j);
        }
      }
      REQUIRE(table->positive_solve_batch(A, b, x) == 0xffu);
      for (int l = 0; l < 8; ++l) {
        Exact<6, 6> own;
        Vec6 own_b, own_x;
        for (int i = 0; i < 6; ++i) {
          own_b[i] = b(i, l);
          own_x[i] = x(i, l);
          for (int j = 0; j <= i; ++j) own(i, j) = own(j, i) = A(i, j, l);
        }
        CHECK(backward_error<6>(own, own_b, own_x) < kSix);
      }
      SymmetricBatch moved;
      VectorBatch moved_b, moved_x;
      for (int l = 0; l < 8; ++l)
        for (int i = 0; i < 6; ++i) {
          moved_b(i, l) = b(i, lane);
          for (int j = 0; j <= i; ++j) moved(i, j, l) = A(i, j, lane);
        }
      moved(3, 3, bad) = trial % 2 ? -1.0 : kNaN;
      const unsigned good = table->positive_solve_batch(moved, moved_b, moved_x);
      CHECK(good == (0xffu & ~(1u << bad)));
      for (int l = 0; l < 8; ++l)
        for (int i = 0; i < 6; ++i) {
          if (l == bad)
            CHECK(std::isnan(moved_x(i, l)));
          else
            CHECK(moved_x(i, l) == x(i, lane));
        }
    }
}

TEST_CASE("Errors in units in the last place", "[.errors]") {
  // For docs/performance.md: the largest error over 2000 random arguments of condition 10, in units in the
  // last place of the result's largest element. Hidden: run as  test_math "[.errors]".
  std::cout << "level, then 6x6: A B, A^T M A, inverse, solve, SPD solve, SPD inverse; 3x3: inverse, solve\n";
  for (const KernelTable* table : all_tables()) {
    Samples sample(19);
    double worst[8] = {};
    const auto note = [&](int kind, const auto& found, const auto& right) {
      const double size = static_cast<double>(right.cwiseAbs().maxCoeff());
      const double ulp = std::nextafter(size, kInfinity) - size;
      worst[kind] =
          std::max(worst[kind], static_cast<double>((exact(found) - right).cwiseAbs().maxCoeff()) / ulp);
    };
    for (int trial = 0; trial < 2000; ++trial) {
      Mat6 A, out;
      Mat3 B, out_3;
      assign<6, 6>(sample.conditioned<6>(10.0), A);
      assign<3, 3>(sample.conditioned<3>(10.0), B);
      const Mat6 P = sample.positive(10.0);
      const Exact<6, 6> a = exact(A), p = exact(P);
      const auto v = sample.vector<Vec6>();
      const auto w = sample.vector<Vec3>();
      Vec6 x;
      Vec3 y;
      table->mat6_mat6(A, P, out);
      note(0, out, Exact<6, 6>(a * p));
      table->mat6_congruence(A, P, out);
      note(1, out, Exact<6, 6>(a.transpose() * p * a));
      table->mat6_inverse(A, out);
      note(2, out, Exact<6, 6>(a.inverse()));
      table->mat6_solve(A, v, x);
      note(3, x, Exact<6, 1>(a.inverse() * exact(v)));
      table->positive_solve(P, v, x);
      note(4, x, Exact<6, 1>(p.inverse() * exact(v)));
      table->positive_inverse(P, out);
      note(5, out, Exact<6, 6>(p.inverse()));
      table->mat3_inverse(B, out_3);
      note(6, out_3, Exact<3, 3>(exact(B).inverse()));
      table->mat3_solve(B, w, y);
      note(7, y, Exact<3, 1>(exact(B).inverse() * exact(w)));
    }
    std::cout << level_name(table->level);
    for (const double error : worst) std::cout << ' ' << std::round(10 * error) / 10;
    std::cout << '\n';
    for (const double error : worst) CHECK(error < kSix * 10);
  }
}

}  // namespace grouser

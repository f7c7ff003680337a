// SPDX-License-Identifier: BSD-3-Clause
// Ipopt on polynomial programs (Waechter & Biegler, Math. Program. 106 (2006)): what libgrouser_ipopt.so is loaded for.
//
// In an elastic solve each soft inequality g >= 0 is g + e >= 0, with a variable e >= 0 behind those of the program, at its price.
#include <IpIpoptApplication.hpp>  // in a folder that pkg-config names, coin or coin-or
#include <IpTNLP.hpp>
#include <algorithm>

#include "stepup/program_solver.hpp"
#include "stepup/program_table.hpp"

namespace grouser {
namespace {

using Ipopt::Index;
using Ipopt::Number;

constexpr double kUnbounded = 2e19;  // Ipopt's infinity
constexpr double kTolerance = 1e-8;
constexpr int kMostIterations = 400;
constexpr double kBarrier = 0.1, kWarmBarrier = 1e-4, kWarmPush = 1e-9;

/// One solve, and what it leaves for the next.
class ProgramTask final : public Ipopt::TNLP {
 public:
  explicit ProgramTask(const PolynomialProgram& program)
      : table_(program),
        variables_(program.variables),
        equalities_(static_cast<Index>(program.equalities.size())),
        rows_(static_cast<Index>(table_.values.size()) - 1),
        multipliers_(Eigen::VectorXd::Zero(rows_)),
        weights_(table_.values.size()) {
    for (const TablePlace& place : table_.slope_places) objective_slopes_ += place.row == 0;
    for (std::size_t i = 0; i < program.soft.size(); ++i)
      if (program.soft[i]) soft_.push_back(equalities_ + static_cast<Index>(i));
  }

  void begin(const Eigen::VectorXd& guess, std::span<const double> wanted, const ProgramOptions& options) {
    answer = {};
    answer.x = guess;
    guess_ = guess;
    wanted_.assign(wanted.begin(), wanted.end());
    weight_ = options.elastic_weight;
    go_on_ = options.go_on;
  }
  ProgramAnswer answer;

  bool get_nlp_info(Index& n, Index& m, Index& jacobian, Index& hessian, IndexStyleEnum& style) override {
    n = variables_ + elastics();
    m = rows_;
    jacobian = static_cast<Index>(table_.slopes.size()) - objective_slopes_ + elastics();
    hessian = static_cast<Index>(table_.curvatures.size());
    style = C_STYLE;
    return true;
  }
  bool get_bounds_info(Index n, Number* low, Number* high, Index m, Number* row_low,
                       Number* row_high) override {
    std::fill_n(low, n, -kUnbounded);
    std::fill(low + variables_, low + n, 0.0);
    std::fill_n(high, n, kUnbounded);
    std::fill_n(row_low, m, 0.0);
    std::copy(wanted_.begin(), wanted_.end(), row_low);
    std::copy_n(row_low, equalities_, row_high);
    std::fill(row_high + equalities_, row_high + m, kUnbounded);
    return true;
  }
  bool get_starting_point(Index n, bool, Number* x, bool bounds, Number* z_low, Number* z_high, Index,
                          bool rows, Number* multipliers) override {
    std::copy(guess_.begin(), guess_.end(), x);
    table_.find_values(x);
    for (Index k = 0; k < elastics(); ++k) x[variables_ + k] = std::max(0.0, -value(soft_row(k)));
    if (bounds) std::fill_n(z_low, n, 0.0), std::fill_n(z_high, n, 0.0);
    if (rows) std::copy(multipliers_.begin(), multipliers_.end(), multipliers);
    return true;
  }
  bool eval_f(Index n, const Number* x, bool, Number& objective) override {
    table_.find_values(x);
    objective = table_.values[0];
    for (Index k = variables_; k < n; ++k) objective += weight_ * x[k];
    return true;
  }
  bool eval_grad_f(Index n, const Number* x, bool, Number* gradient) override {
    table_.find_slopes(x);
    std::fill_n(gradient, n, 0.0);
    std::fill(gradient + variables_, gradient + n, weight_);
    for (std::size_t k = 0; k < static_cast<std::size_t>(objective_slopes_); ++k)
      gradient[table_.slope_places[k].column] = table_.slopes[k];
    return true;
  }
  bool eval_g(Index, const Number* x, bool, Index, Number* rows) override {
    table_.find_values(x);
    std::copy(table_.values.begin() + 1, table_.values.end(), rows);
    for (Index k = 0; k < elastics(); ++k) rows[soft_row(k)] += x[variables_ + k];
    return true;
  }
  bool eval_jac_g(Index, const Number* x, bool, Index, Index count, Index* row, Index* column,
                  Number* values) override {
    const Index own = count - elastics();
    if (values) {
      table_.find_slopes(x);
      std::copy(table_.slopes.begin() + objective_slopes_, table_.slopes.end(), values);
      std::fill(values + own, values + count, 1.0);
      return true;
    }
    for (Index k = 0; k < own; ++k) {
      const TablePlace& place = table_.slope_places[static_cast<std::size_t>(objective_slopes_ + k)];
      row[k] = place.row - 1, column[k] = place.column;
    }
    for (Index k = 0; k < elastics(); ++k) row[own + k] = soft_row(k), column[own + k] = variables_ + k;
    return true;
  }
  bool eval_h(Index, const Number* x, bool, Number objective, Index m, const Number* multipliers, bool,
              Index count, Index* row, Index* column, Number* values) override {
    if (!values) {
      for (Index k = 0; k < count; ++k) {
        const TablePlace& place = table_.curvature_places[static_cast<std::size_t>(k)];
        row[k] = place.row, column[k] = place.column;
      }
      return true;
    }
    weights_[0] = objective;
    std::copy_n(multipliers, m, weights_.begin() + 1);
    table_.find_curvatures(x, weights_);
    std::copy(table_.curvatures.begin(), table_.curvatures.end(), values);
    return true;
  }
  /// Where all limits must hold, Ipopt's search for any point that keeps them takes longer than an elastic solve, and is left to that.
  bool intermediate_callback(Ipopt::AlgorithmMode mode, Index iteration, Number, Number, Number, Number,
                             Number, Number, Number, Number, Index, const Ipopt::IpoptData*,
                             Ipopt::IpoptCalculatedQuantities*) override {
    answer.iterations = iteration;
    if (go_on_ && !go_on_()) answer.status = ProgramStatus::cancelled;
    return answer.status != ProgramStatus::cancelled && (weight_ > 0.0 || mode == Ipopt::RegularMode);
  }
  void finalize_solution(Ipopt::SolverReturn, Index, const Number* x, const Number*, const Number*, Index m,
                         const Number*, const Number* multipliers, Number, const Ipopt::IpoptData*,
                         Ipopt::IpoptCalculatedQuantities*) override {
    answer.x = Eigen::Map<const Eigen::VectorXd>(x, variables_);
    multipliers_ = Eigen::Map<const Eigen::VectorXd>(multipliers, m);
    answer.multipliers = multipliers_;
    answer.multipliers.tail(m - equalities_) *= -1.0;
    table_.find_values(x);
    answer.objective = table_.values[0];
    if (elastics() > 0) answer.broken.setZero(m - equalities_);
    for (Index k = 0; k < elastics(); ++k) answer.broken[soft_row(k) - equalities_] = x[variables_ + k];
  }

 private:
  Index elastics() const { return weight_ > 0.0 ? static_cast<Index>(soft_.size()) : 0; }
  Index soft_row(Index k) const { return soft_[static_cast<std::size_t>(k)]; }
  double value(Index row) const { return table_.values[static_cast<std::size_t>(1 + row)]; }

  ProgramTable table_;
  Index variables_, equalities_, rows_, objective_slopes_ = 0;
  std::vector<Index> soft_;  // rows
  double weight_ = 0.0;
  Eigen::VectorXd guess_, multipliers_;
  std::vector<double> wanted_, weights_;
  std::function<bool()> go_on_;
};

std::string why_not(Ipopt::ApplicationReturnStatus status) {
  switch (status) {
    case Ipopt::User_Requested_Stop:
    case Ipopt::Infeasible_Problem_Detected:
      return "no point nearby keeps all limits";
    case Ipopt::Maximum_Iterations_Exceeded:
      return "no minimum was reached in " + std::to_string(kMostIterations) + " iterations";
    case Ipopt::Restoration_Failed:
      return "the limits could not be met any closer";
    default:
      return "Ipopt ended with status " + std::to_string(static_cast<int>(status));
  }
}

class IpoptSolver final : public ProgramSolver {
 public:
  explicit IpoptSolver(const PolynomialProgram& program) : task_(new ProgramTask(program)) {
    const Ipopt::SmartPtr<Ipopt::OptionsList> options = ipopt_->Options();
    options->SetIntegerValue("print_level", 0);
    options->SetStringValue("sb", "yes");  // no banner
    options->SetStringValue("linear_solver", "mumps");
    options->SetIntegerValue("mumps_pivot_order",
                             2);  // least fill: its own choice takes ten times as long for 120 instants
    options->SetNumericValue("tol", kTolerance);
    options->SetIntegerValue("acceptable_iter", 0);
    options->SetIntegerValue("max_iter", kMostIterations);
    options->SetStringValue("mu_strategy", "adaptive");
    options->SetStringValue("expect_infeasible_problem", "yes");  // is seen early
    options->SetNumericValue("bound_relax_factor", 0.0);          // limits are kept, not moved first
    for (const char* push : {"warm_start_bound_push", "warm_start_bound_frac", "warm_start_slack_bound_push",
                             "warm_start_slack_bound_frac", "warm_start_mult_bound_push"})
      options->SetNumericValue(push, kWarmPush);
    ready_ = ipopt_->Initialize("") == Ipopt::Solve_Succeeded;  // "": no file of options is read
  }
  ProgramAnswer solve(const Eigen::VectorXd& guess, std::span<const double> wanted,
                      const ProgramOptions& options) override {
    task_->begin(guess, wanted, options);
    ipopt_->Options()->SetStringValue("warm_start_init_point", options.warm ? "yes" : "no");
    ipopt_->Options()->SetNumericValue("mu_init", options.warm ? kWarmBarrier : kBarrier);
    const auto status = ready_ ? ipopt_->OptimizeTNLP(task_) : Ipopt::Invalid_Option;
    ProgramAnswer answer = std::move(task_->answer);
    if (status == Ipopt::Solve_Succeeded)
      answer.status = ProgramStatus::solved;
    else if (answer.status != ProgramStatus::cancelled)
      answer.why = why_not(status);
    return answer;
  }

 private:
  Ipopt::SmartPtr<ProgramTask> task_;
  Ipopt::SmartPtr<Ipopt::IpoptApplication> ipopt_ = new Ipopt::IpoptApplication(false);  // without a console
  bool ready_ = false;
};

class IpoptLibrary final : public ProgramLibrary {
  std::unique_ptr<ProgramSolver> prepare(const PolynomialProgram& program) const override {
    return std::make_unique<IpoptSolver>(program);
  }
};

}  // namespace
}  // namespace grouser

extern "C" __attribute__((visibility("default"))) const void* grouser_ipopt_library(unsigned long number);

extern "C" const void* grouser_ipopt_library(unsigned long number) {
  static const grouser::IpoptLibrary library;
  const grouser::ProgramLibrary* const handed_over = &library;
  return number == grouser::kProgramLibraryNumber ? handed_over : nullptr;
}

// SPDX-License-Identifier: BSD-3-Clause
#include "mission/ipopt_solver.hpp"

#include <IpIpoptApplication.hpp>  // in a folder that pkg-config names, coin or coin-or
#include <IpTNLP.hpp>

#include "stepup/program_table.hpp"

namespace grouser::test {
namespace {

using Ipopt::Index;
using Ipopt::Number;

constexpr double kNone = 2e19;  // Ipopt's infinity

class PolynomialTask : public Ipopt::TNLP {
 public:
  PolynomialTask(const PolynomialProgram& program, const std::vector<double>& start,
                 const std::vector<double>& wanted, IpoptResult& result)
      : table_(program), start_(start), wanted_(wanted), result_(result), x_(program.variables) {}

  bool get_nlp_info(Index& n, Index& m, Index& jacobian, Index& hessian, IndexStyleEnum& style) override {
    n = table_.variables();
    m = table_.equalities() + table_.inequalities();
    jacobian = static_cast<Index>(table_.equality_jacobian.columns.size() +
                                  table_.inequality_jacobian.columns.size());
    hessian = static_cast<Index>(table_.hessian_places.size());
    style = C_STYLE;
    return true;
  }
  bool get_bounds_info(Index n, Number* low, Number* high, Index m, Number* row_low,
                       Number* row_high) override {
    for (Index k = 0; k < n; ++k) low[k] = -kNone, high[k] = kNone;
    for (Index k = 0; k < m; ++k) {
      const bool equality = k < table_.equalities();
      const auto at = static_cast<std::size_t>(k);
      row_low[k] = equality && at < wanted_.size() ? wanted_[at] : 0.0;
      row_high[k] = equality ? row_low[k] : kNone;
    }
    return true;
  }
  bool get_starting_point(Index n, bool, Number* x, bool, Number*, Number*, Index, bool, Number*) override {
    for (Index k = 0; k < n; ++k) x[k] = start_[static_cast<std::size_t>(k)];
    return true;
  }
  bool eval_f(Index, const Number* x, bool, Number& value) override {
    move_to(x);
    table_.find_values();
    value = table_.objective;
    return true;
  }
  bool eval_grad_f(Index n, const Number* x, bool, Number* gradient) override {
    move_to(x);
    table_.find_slopes();
    for (Index k = 0; k < n; ++k) gradient[k] = table_.gradient[k];
    return true;
  }
  bool eval_g(Index, const Number* x, bool, Index m, Number* rows) override {
    move_to(x);
    table_.find_values();
    const Index e = table_.equalities();
    for (Index k = 0; k < m; ++k) rows[k] = k < e ? table_.equality[k] : table_.inequality[k - e];
    return true;
  }
  bool eval_jac_g(Index, const Number* x, bool, Index, Index, Index* row, Index* column,
                  Number* values) override {
    if (values) {
      move_to(x);
      table_.find_slopes();
    }
    Index at = 0, first = 0;
    for (const SparseRows* rows : {&table_.equality_jacobian, &table_.inequality_jacobian}) {
      for (int r = 0; r < rows->rows(); ++r)
        for (int k = rows->starts[static_cast<std::size_t>(r)];
             k < rows->starts[static_cast<std::size_t>(r) + 1]; ++k, ++at)
          if (values)
            values[at] = rows->values[static_cast<std::size_t>(k)];
          else
            row[at] = first + r, column[at] = rows->columns[static_cast<std::size_t>(k)];
      first += rows->rows();
    }
    return true;
  }
  bool eval_h(Index, const Number* x, bool, Number objective, Index, const Number* multipliers, bool,
              Index count, Index* row, Index* column, Number* values) override {
    if (!values) {
      for (Index k = 0; k < count; ++k) {  // the lower triangle
        row[k] = table_.hessian_places[static_cast<std::size_t>(k)].second;
        column[k] = table_.hessian_places[static_cast<std::size_t>(k)].first;
      }
      return true;
    }
    // our table weighs the objective by 1: with another factor the rows are weighed by its inverse, then all by it
    Eigen::VectorXd y(table_.equalities()), z(table_.inequalities());
    const double factor = objective != 0.0 ? objective : 1.0;
    for (Eigen::Index k = 0; k < y.size(); ++k) y[k] = multipliers[k] / factor;
    for (Eigen::Index k = 0; k < z.size(); ++k) z[k] = -multipliers[y.size() + k] / factor;
    move_to(x);
    table_.find_curvature(y, z);
    for (Index k = 0; k < count; ++k) values[k] = factor * table_.hessian_values[static_cast<std::size_t>(k)];
    return objective != 0.0;
  }
  void finalize_solution(Ipopt::SolverReturn, Index n, const Number* x, const Number*, const Number*, Index,
                         const Number*, const Number*, Number objective, const Ipopt::IpoptData*,
                         Ipopt::IpoptCalculatedQuantities*) override {
    result_.objective = objective;
    result_.x.assign(x, x + n);
  }

 private:
  void move_to(const Number* x) {
    for (Eigen::Index k = 0; k < x_.size(); ++k) x_[k] = x[k];
    table_.move_to(x_);
  }
  ProgramTable table_;
  std::vector<double> start_, wanted_;
  IpoptResult& result_;
  Eigen::VectorXd x_;
};

}  // namespace

IpoptResult solve_with_ipopt(const PolynomialProgram& program, const std::vector<double>& start,
                             const std::vector<double>& wanted) {
  IpoptResult result;
  const Ipopt::SmartPtr<Ipopt::TNLP> task = new PolynomialTask(program, start, wanted, result);
  const Ipopt::SmartPtr<Ipopt::IpoptApplication> ipopt = IpoptApplicationFactory();
  ipopt->Options()->SetIntegerValue("print_level", 0);
  ipopt->Options()->SetStringValue("sb", "yes");
  ipopt->Options()->SetNumericValue("tol", 1e-8);
  ipopt->Options()->SetStringValue("linear_solver", "mumps");
  if (ipopt->Initialize() != Ipopt::Solve_Succeeded) return result;
  result.solved = ipopt->OptimizeTNLP(task) == Ipopt::Solve_Succeeded;
  return result;
}

}  // namespace grouser::test

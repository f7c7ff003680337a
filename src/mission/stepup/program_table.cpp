// SPDX-License-Identifier: BSD-3-Clause
#include "stepup/program_table.hpp"

#include <algorithm>
#include <map>

namespace grouser {
namespace {

Monomial slope_of(const Monomial& term, int variable) {
  Monomial slope = term;
  slope.factor *= static_cast<double>(std::count(term.of.begin(), term.of.end(), variable));
  *std::find(slope.of.begin(), slope.of.end(), variable) = kNoVariable;
  return slope;
}

/// Calls with each variable that the term has.
template <typename Call>
void each_variable(const Monomial& term, Call&& call) {
  for (auto k = term.of.begin(); k != term.of.end(); ++k)
    if (*k != kNoVariable && std::find(term.of.begin(), k, *k) == k) call(*k);
}

/// Gives each pair of numbers a place of its own, in the order in which they come.
struct PlaceBook {
  std::vector<TablePlace>& places;
  std::map<std::pair<int, int>, int> known = {};
  int place_of(int row, int column) {
    const auto [at, fresh] = known.try_emplace({row, column}, static_cast<int>(places.size()));
    if (fresh) places.push_back({row, column});
    return at->second;
  }
};

}  // namespace

ProgramTable::ProgramTable(const PolynomialProgram& program)
    : values(1 + program.equalities.size() + program.inequalities.size()),
      point_(static_cast<std::size_t>(program.variables) + 1, 1.0) {
  PlaceBook slope_book{slope_places}, curvature_book{curvature_places};
  int row = 0;
  const auto add_row = [&](const Polynomial& polynomial) {
    for (const Monomial& term : polynomial.terms()) {
      value_products_.push_back(product(term, row, row));
      each_variable(term, [&](int a) {
        const Monomial slope = slope_of(term, a);
        slope_products_.push_back(product(slope, row, slope_book.place_of(row, a)));
        each_variable(slope, [&](int b) {
          if (b <= a)
            curvature_products_.push_back(product(slope_of(slope, b), row, curvature_book.place_of(a, b)));
        });
      });
    }
    ++row;
  };
  add_row(program.objective);
  std::for_each(program.equalities.begin(), program.equalities.end(), add_row);
  std::for_each(program.inequalities.begin(), program.inequalities.end(), add_row);
  slopes.resize(slope_places.size());
  curvatures.resize(curvature_places.size());
}

ProgramTable::Product ProgramTable::product(const Monomial& term, int row, int into) const {
  Product made{term.factor, row, into, term.of};
  std::replace(made.of.begin(), made.of.end(), kNoVariable, static_cast<int>(point_.size()) - 1);
  return made;
}

void ProgramTable::add_up(const std::vector<Product>& products, const double* x,
                          const std::vector<double>* weights, std::vector<double>& sums) {
  std::copy_n(x, point_.size() - 1, point_.begin());
  std::fill(sums.begin(), sums.end(), 0.0);
  const auto at = [&](int place) { return point_[static_cast<std::size_t>(place)]; };
  for (const Product& p : products)
    sums[static_cast<std::size_t>(p.into)] += (weights ? (*weights)[static_cast<std::size_t>(p.row)] : 1.0) *
                                              p.factor * (at(p.of[0]) * at(p.of[1])) *
                                              (at(p.of[2]) * at(p.of[3]));
}

void ProgramTable::find_values(const double* x) { add_up(value_products_, x, nullptr, values); }
void ProgramTable::find_slopes(const double* x) { add_up(slope_products_, x, nullptr, slopes); }
void ProgramTable::find_curvatures(const double* x, const std::vector<double>& weights) {
  add_up(curvature_products_, x, &weights, curvatures);
}

}  // namespace grouser

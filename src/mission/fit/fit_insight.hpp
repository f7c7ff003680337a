// SPDX-License-Identifier: BSD-3-Clause
// Information of the data about each key, the keys that they cannot distinguish, and the most telling further
// test.
//
// All of it is the Fisher information J^T J at the best values, J the derivatives by the keys in parts of
// their ranges over the noise. Keys that lie together on an eigenvector of a small eigenvalue cannot be
// distinguished: along it they change together, and the data hardly change (Rothenberg, Econometrica 39,
// 1971; Gutenkunst et al., PLoS Comput. Biol. 3, 2007). A further test is judged by D-optimality (Fedorov,
// Theory of Optimal Experiments, 1972): by how much it shrinks the volume of the values.
#pragma once
#include "fit/fit_search.hpp"

namespace grouser {

std::vector<Confusion> find_confusions(const FitProblem& problem, const FoundMinimum& minimum);

/// Fills shares and widened of each group.
void attribute_information(const FitProblem& problem, const FoundMinimum& minimum,
                           std::vector<FittedGroup>& groups);

/// The best further rows on the beds of the data, the best one first; at most three, each of another bed or
/// condition.
std::vector<NextTest> find_next_tests(const FitProblem& problem, const FoundMinimum& minimum,
                                      const FitSearch& search);

/// Conditions of a row that are given, by name.
std::vector<std::pair<std::string, double>> conditions_of(const FitRow& row);

}  // namespace grouser

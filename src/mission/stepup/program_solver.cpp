// SPDX-License-Identifier: BSD-3-Clause
#include "stepup/program_solver.hpp"

#include "grouser/base/loaded_library.hpp"

namespace grouser {

std::unique_ptr<ProgramSolver> prepare_program(const PolynomialProgram& program) {
  static const void* const library = load_library("ipopt", "minimises (Ipopt)", kProgramLibraryNumber);
  return static_cast<const ProgramLibrary*>(library)->prepare(program);
}

}  // namespace grouser

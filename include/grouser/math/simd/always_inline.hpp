// SPDX-License-Identifier: BSD-3-Clause
// Code that is compiled once per vector level consists of templates over the level that are always inlined,
// so that no function compiled for one processor can be linked into the code of another.
#pragma once

#define GROUSER_INLINE [[gnu::always_inline]] inline
#define GROUSER_INLINED __attribute__((always_inline))

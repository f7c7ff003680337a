// Which kernels the step uses: written into run files, because another level may round otherwise.
#pragma once

namespace grouser {

/// The step has no vector kernels of its own yet.
inline const char* simd_level() { return "scalar"; }

}  // namespace grouser

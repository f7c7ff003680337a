// SPDX-License-Identifier: BSD-3-Clause
// Folders that tests read from and write to. They are functions of one small source, so that the sources of
// tests are compiled the same in every checkout.
#pragma once
#include <filesystem>

namespace grouser::test {

/// The checkout.
std::filesystem::path source_folder();
/// The build's folder.
std::filesystem::path binary_folder();
/// The reference data; empty: there are none here.
std::filesystem::path reference_folder();

}  // namespace grouser::test

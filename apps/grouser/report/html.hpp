// SPDX-License-Identifier: BSD-3-Clause
// Text and pictures inside an HTML page that needs nothing beside itself.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>

namespace grouser::cli {

/// Text as HTML shows it: whatever it holds, it is neither markup nor the end of an attribute, and as on a
/// terminal nothing in it is invisible or turns the direction of writing (shown_text()).
std::string html_text(std::string_view text);

/// "data:image/png;base64,...": the value of an attribute src.
std::string data_uri(std::string_view media_type, std::string_view bytes);

/// A PNG or JPEG picture as a data_uri(), known by its first bytes. Throws InputError.
std::string picture_uri(const std::filesystem::path& path);

}  // namespace grouser::cli

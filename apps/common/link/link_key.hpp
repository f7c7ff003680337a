// SPDX-License-Identifier: BSD-3-Clause
// The secret that both ends of a live link share. It comes from a file or the environment, never from the
// command line, where every user of the machine could read it.
#pragma once
#include <array>
#include <cstdint>
#include <string>

#include "common/link/address.hpp"

namespace grouser {

inline constexpr const char* kLinkTokenVariable = "GROUSER_LINK_TOKEN";

/// The key that a line is encrypted with, made from the token.
using LinkKey = std::array<std::uint8_t, 32>;

/// The token in the file, or else in GROUSER_LINK_TOKEN, or else "". Throws InputError: no such file, one
/// that others may read, a token that is short or has blanks in it.
std::string read_link_token(const std::string& token_file);

/// Throws InputError where there is no token and the address is not of this machine.
void check_link_token(const std::string& option, const LinkAddress& address, const std::string& token);

/// Slow on purpose (a tenth of a second): who listened to a line cannot try many tokens. No token has a key
/// too, which everybody knows.
LinkKey make_link_key(const std::string& token);

}  // namespace grouser

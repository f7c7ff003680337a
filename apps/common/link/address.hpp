// SPDX-License-Identifier: BSD-3-Clause
// Address of a live link: HOST:PORT, as the command line and the window take it.
#pragma once
#include <cstdint>
#include <string>

namespace grouser {

struct LinkAddress {
  std::string host;  ///< a name or a number, without the brackets of IPv6
  std::uint16_t port = 0;
  std::string text() const;
  /// Whether only this machine is meant: 127.x.x.x, ::1 or "localhost".
  bool loopback() const;
};

/// "127.0.0.1:7788", "[::1]:7788", "rover-pc:7788". `option`: for the message. Throws InputError.
LinkAddress parse_link_address(const std::string& option, const std::string& text);

}  // namespace grouser

// SPDX-License-Identifier: BSD-3-Clause
// The port follows the last colon, so an IPv6 host must be in brackets. The host is checked for its letters
// only; the resolver finds out later whether it exists.
#include "common/link/address.hpp"

#include <algorithm>
#include <boost/asio/ip/address.hpp>
#include <charconv>

#include "grouser/base/error.hpp"

namespace grouser {

std::string LinkAddress::text() const {
  const bool brackets = host.find(':') != std::string::npos;
  return (brackets ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

bool LinkAddress::loopback() const {
  boost::system::error_code not_numeric;
  const auto address = boost::asio::ip::make_address(host, not_numeric);
  return not_numeric ? host == "localhost" : address.is_loopback();
}

LinkAddress parse_link_address(const std::string& option, const std::string& text) {
  constexpr std::size_t kMostHost = 253;  // letters of a name in DNS
  const auto refuse = [&] [[noreturn]] {
    throw InputError(option, "\"" + text + "\"", "HOST:PORT such as 127.0.0.1:7788 or [::1]:7788");
  };
  // The host, with the brackets of an IPv6 number removed; colons without brackets would be ambiguous.
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos || colon == 0) refuse();
  LinkAddress address;
  address.host = text.substr(0, colon);
  if (address.host.front() == '[' && address.host.back() == ']' && address.host.size() > 2) {
    address.host = address.host.substr(1, address.host.size() - 2);
  } else if (address.host.find(':') != std::string::npos) {
    refuse();
  }
  // Letters of names and of numeric addresses; '%' begins the zone of an IPv6 address.
  const bool plain = std::all_of(address.host.begin(), address.host.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '-' || c == ':' || c == '_' || c == '%';
  });
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data() + colon + 1, end, address.port);
  if (!plain || address.host.size() > kMostHost || read.ec != std::errc() || read.ptr != end) refuse();
  return address;
}

}  // namespace grouser

// SPDX-License-Identifier: BSD-3-Clause
// Decides from the text of the request's headers alone, without a socket, so that it can be tested.
#include "foxglove/foxglove_door.hpp"

#include <algorithm>
#include <array>

#include "common/link/address.hpp"

namespace grouser::cli {
namespace {

constexpr std::string_view kBearer = "Bearer ";
constexpr std::string_view kTokenKey = "token=";

/// Compares in a time that does not depend on the place where they differ, so that a token cannot be guessed
/// letter by letter.
bool same_secret(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned differing = 0;
  for (std::size_t k = 0; k < a.size(); ++k)
    differing |= static_cast<unsigned char>(a[k]) ^ static_cast<unsigned char>(b[k]);
  return differing == 0;
}

/// The value of "token=" in "/path?a=b&token=...", without decoding of escapes, which hexadecimal tokens do
/// not need; empty if there is none.
std::string_view token_in(std::string_view target) {
  const auto question = target.find('?');
  std::string_view rest = question == std::string_view::npos ? "" : target.substr(question + 1);
  while (!rest.empty()) {
    const std::string_view one = rest.substr(0, rest.find('&'));
    if (one.starts_with(kTokenKey)) return one.substr(kTokenKey.size());
    rest = one.size() == rest.size() ? "" : rest.substr(one.size() + 1);
  }
  return {};
}

/// Whether the origin is this machine (a loopback address) or an installed program ("file://"). "null" is
/// refused, because any page can send it from a frame.
bool is_own_origin(std::string_view origin) {
  if (origin == "file://") return true;
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (!origin.starts_with(scheme)) continue;
    std::string host(origin.substr(scheme.size()));
    const auto port = host.rfind(':');
    if (port != std::string::npos && host.find(']', port) == std::string::npos) host.resize(port);
    if (host.size() > 2 && host.front() == '[' && host.back() == ']') host = host.substr(1, host.size() - 2);
    return LinkAddress{host, 0}.loopback();
  }
  return false;
}

}  // namespace

std::string chosen_foxglove_protocol(std::string_view offered) {
  static constexpr std::array<std::string_view, 2> kOurs{"foxglove.websocket.v1", "foxglove.sdk.v1"};
  // The header is a list with commas; the client's first choice that is known wins.
  while (!offered.empty()) {
    std::string_view one = offered.substr(0, offered.find(','));
    offered = one.size() == offered.size() ? "" : offered.substr(one.size() + 1);
    while (one.starts_with(' ')) one.remove_prefix(1);
    while (one.ends_with(' ')) one.remove_suffix(1);
    if (std::ranges::find(kOurs, one) != kOurs.end()) return std::string(one);
  }
  return {};
}

std::string foxglove_refusal(const FoxgloveRequest& request, std::string_view token) {
  if (!token.empty()) {
    const std::string_view bearer = request.authorization.starts_with(kBearer)
                                        ? request.authorization.substr(kBearer.size())
                                        : std::string_view{};
    if (same_secret(token_in(request.target), token) || same_secret(bearer, token)) return {};
    return "this run wants its token: ws://HOST:PORT/?token=...";
  }
  if (request.origin.empty() || is_own_origin(request.origin)) return {};
  return "this run is open to pages of its own machine alone; others need a token";
}

}  // namespace grouser::cli

// SPDX-License-Identifier: BSD-3-Clause
// Admission of clients to a run by Foxglove's protocol, from the request that asks for the WebSocket.
#pragma once
#include <string>
#include <string_view>

namespace grouser::cli {

/// The parts of a request.
struct FoxgloveRequest {
  std::string_view target;         ///< "/?token=..."
  std::string_view authorization;  ///< header; empty: none
  std::string_view origin;         ///< header; empty: no web page asks
  std::string_view protocols;      ///< Sec-WebSocket-Protocol
};

/// The protocol of ours that a request names first; empty: none.
std::string chosen_foxglove_protocol(std::string_view offered);

/// Why a request is refused; empty: it is not. With a token, who has it may come: as "?token=" of the address
/// or as "Authorization: Bearer". Without one, programs of this machine and pages that this machine serves
/// itself: a web page from elsewhere could reach a port of this machine, too (its header Origin says so, RFC
/// 6454).
std::string foxglove_refusal(const FoxgloveRequest& request, std::string_view token);

}  // namespace grouser::cli

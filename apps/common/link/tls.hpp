// SPDX-License-Identifier: BSD-3-Clause
// A line is a WebSocket over TLS 1.3, whose two ends prove to each other that they have the same key (PSK
// with Diffie-Hellman): there are no certificates.
#pragma once
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/ssl/ssl_stream.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <chrono>
#include <memory>

#include "common/link/link_key.hpp"

namespace grouser {

using LinkSocket = boost::beast::websocket::stream<boost::beast::ssl_stream<boost::beast::tcp_stream>>;

/// A TLS context with the key that it proves; its connections must not outlive it.
class TlsContext {
 public:
  enum class End { server, viewer };
  TlsContext(End end, const LinkKey& key);
  boost::asio::ssl::context& context() { return context_; }

 private:
  std::unique_ptr<LinkKey> key_;  // OpenSSL's callbacks point to it
  boost::asio::ssl::context context_;
};

inline constexpr std::chrono::seconds kHandshake{5};  ///< that it may take

/// Whether the handshake was one by the key. One by a certificate proves nothing here.
bool proved_key(LinkSocket& socket);

/// Sets limits of time and size on a line that has joined: a silent other end is asked, then given up.
void set_limits(LinkSocket& socket, boost::beast::role_type role, std::size_t most_bytes);

}  // namespace grouser

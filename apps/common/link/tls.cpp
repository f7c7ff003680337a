// SPDX-License-Identifier: BSD-3-Clause
// Sets up TLS 1.3 with an external pre-shared key through OpenSSL's callbacks. Session tickets are off,
// because proved_key() could not tell a resumed session from one by the key.
#include "common/link/tls.hpp"

#include <openssl/ssl.h>

#include <algorithm>
#include <chrono>
#include <cstring>

#include "grouser/base/error.hpp"

namespace grouser {
namespace {

constexpr const char* kIdentity = "grouser-live-link";

/// Index at which a context keeps its key; Asio uses the usual place, the "app data", for itself.
int key_place() {
  static const int place = SSL_CTX_get_ex_new_index(0, nullptr, nullptr, nullptr, nullptr);
  return place;
}

/// Copies the context's key to `to`. Returns its length in bytes; 0 without a key or enough room.
unsigned copy_key(const SSL* line, unsigned char* to, unsigned room) {
  const auto* key = static_cast<const LinkKey*>(SSL_CTX_get_ex_data(SSL_get_SSL_CTX(line), key_place()));
  if (!key || room < key->size()) return 0;
  std::copy(key->begin(), key->end(), to);
  return static_cast<unsigned>(key->size());
}

/// OpenSSL's callback at the viewer's end: names the identity and the key; 0: none.
unsigned tell_key_of_viewer(SSL* line, const char*, char* identity, unsigned most, unsigned char* key,
                            unsigned room) {
  if (std::strlen(kIdentity) >= most) return 0;
  std::strcpy(identity, kIdentity);
  return copy_key(line, key, room);
}

/// OpenSSL's callback at the server's end: the key of the one identity that is known; 0 for others.
unsigned tell_key_of_server(SSL* line, const char* identity, unsigned char* key, unsigned room) {
  return identity && std::strcmp(identity, kIdentity) == 0 ? copy_key(line, key, room) : 0;
}

}  // namespace

TlsContext::TlsContext(End end, const LinkKey& key)
    : key_(std::make_unique<LinkKey>(key)), context_(boost::asio::ssl::context::tls) {
  SSL_CTX* const context = context_.native_handle();
  // The only suite of TLS 1.3 that works with OpenSSL's PSK callbacks is allowed.
  const bool set = SSL_CTX_set_ex_data(context, key_place(), key_.get()) == 1 &&
                   SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION) == 1 &&
                   SSL_CTX_set_ciphersuites(context, "TLS_AES_128_GCM_SHA256") == 1;
  if (!set) throw RunError("live link: this OpenSSL has no TLS 1.3");
  SSL_CTX_set_num_tickets(context, 0);
  SSL_CTX_set_options(context, SSL_OP_NO_TICKET | SSL_OP_NO_RENEGOTIATION);
  if (end == End::server) {
    SSL_CTX_set_psk_server_callback(context, tell_key_of_server);
  } else {
    SSL_CTX_set_psk_client_callback(context, tell_key_of_viewer);
    context_.set_verify_mode(
        boost::asio::ssl::verify_peer);  // no certificate is trusted: only the key counts
  }
}

bool proved_key(LinkSocket& socket) {
  // TLS 1.3 counts a key known before as a session known before.
  return SSL_session_reused(socket.next_layer().native_handle()) == 1;
}

void set_limits(LinkSocket& socket, boost::beast::role_type role, std::size_t most_bytes) {
  // Half of the idle time passes before a ping is sent; the line is given up after 20 s without a sign of
  // life.
  boost::beast::websocket::stream_base::timeout limits =
      boost::beast::websocket::stream_base::timeout::suggested(role);
  limits.handshake_timeout = kHandshake;
  limits.idle_timeout = std::chrono::seconds(20);
  limits.keep_alive_pings = true;
  socket.set_option(limits);
  socket.read_message_max(most_bytes);
  socket.binary(true);
}

}  // namespace grouser

// SPDX-License-Identifier: BSD-3-Clause
// A viewer without a thread, whose lines can be dropped, stopped or spoiled at will.
#pragma once
#include <boost/asio/io_context.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <string>

#include "common/link/tls.hpp"
#include "grouser/simulation/link/link_message.hpp"

namespace grouser::test {

class RawViewer {
 public:
  RawViewer(const LinkAddress& address, const LinkKey& key)
      : tls_(TlsContext::End::viewer, key), socket_(io_, tls_.context()) {
    boost::beast::get_lowest_layer(socket_).connect(
        {boost::asio::ip::make_address(address.host), address.port});
    socket_.next_layer().handshake(boost::asio::ssl::stream_base::client);
    socket_.read_message_max(kMostSceneBytes);
  }
  void upgrade() {
    socket_.handshake("test", "/");
    socket_.binary(true);
  }
  void send(const LinkBytes& bytes) { socket_.write(boost::asio::buffer(bytes)); }
  LinkBytes receive() {
    boost::beast::flat_buffer buffer;
    socket_.read(buffer);
    const auto* bytes = static_cast<const std::uint8_t*>(buffer.data().data());
    return LinkBytes(bytes, bytes + buffer.size());
  }
  /// Bytes in the place of the WebSocket's.
  void send_raw(const LinkBytes& bytes) {
    boost::asio::write(socket_.next_layer(), boost::asio::buffer(bytes));
  }
  /// Whether the other end closes the line.
  bool is_closed() {
    boost::system::error_code error;
    boost::beast::flat_buffer buffer;
    socket_.next_layer().read_some(buffer.prepare(4096), error);
    while (!error) socket_.next_layer().read_some(buffer.prepare(4096), error);
    return true;
  }

 private:
  boost::asio::io_context io_;
  TlsContext tls_;
  LinkSocket socket_;
};

}  // namespace grouser::test

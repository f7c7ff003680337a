// SPDX-License-Identifier: BSD-3-Clause
// One thread runs two coroutines of Asio: one keeps a line open (resolve, connect, TLS, WebSocket, join, then
// read messages until the run ends), the other publishes the inbox's news at a steady pace. A line that is
// cut is opened again after a pause that grows by half each time; a refusal is final.
#include "common/link/link_client.hpp"

#include <fmt/format.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <chrono>

#include "common/link/link_inbox.hpp"
#include "common/link/tls.hpp"
#include "grouser/base/error.hpp"

namespace grouser {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
using asio::ip::tcp;

constexpr std::chrono::milliseconds kPublish{12};         // between two news
constexpr double kFirstPause = 0.5, kLongestPause = 5.0;  // s before it is tried again
constexpr std::size_t kKeptBuffer = 1u << 20;             // bytes; what a scene needed more is given back

}  // namespace

const char* to_string(LinkState state) {
  switch (state) {
    case LinkState::connecting:
      return "connecting";
    case LinkState::live:
      return "live";
    case LinkState::cut:
      return "line cut";
    case LinkState::ended:
      return "run ended";
    case LinkState::refused:
      return "refused";
  }
  return "?";
}

/// State of the client's thread. Only that thread touches it after the start, except through asio::post.
struct LinkClient::Impl {
  Impl(LinkClient& of, std::string secret, std::function<void()> bell)
      : client(of), token(std::move(secret)), tell(std::move(bell)) {}

  void run();
  asio::awaitable<void> keep_connected(asio::ssl::context& tls);
  asio::awaitable<void> watch(asio::ssl::context& tls);
  asio::awaitable<void> shake_hands(LinkSocket& socket);
  asio::awaitable<void> publish_now_and_then();
  void publish();
  void close();

  LinkClient& client;
  std::string token;
  std::function<void()> tell;
  LinkInbox inbox;
  asio::io_context io{1};
  asio::steady_timer before_publish{io}, before_retry{io};
  LinkSocket* line = nullptr;  // the open one
  bool closing = false;
};

/// Puts all news into the mailbox, merged with those that the window has not fetched.
void LinkClient::Impl::publish() {
  if (!inbox.has_news()) return;
  client.mailbox_.put(inbox.take_after(client.mailbox_.take()));
  if (tell) tell();
}

/// Publishes every 12 ms, so that a burst of messages becomes one piece of news.
asio::awaitable<void> LinkClient::Impl::publish_now_and_then() {
  while (!closing) {
    publish();
    before_publish.expires_after(kPublish);
    boost::system::error_code error;
    co_await before_publish.async_wait(asio::redirect_error(asio::use_awaitable, error));
  }
}

/// Throws InputError where the other end is none of ours, or has another key.
asio::awaitable<void> LinkClient::Impl::shake_hands(LinkSocket& socket) {
  const std::string host = client.address_.text();
  boost::system::error_code error;
  co_await socket.next_layer().async_handshake(asio::ssl::stream_base::client,
                                               asio::redirect_error(asio::use_awaitable, error));
  if (error.category() == asio::error::get_ssl_category() || (!error && !proved_key(socket)))
    throw InputError(
        host, "another token, or no live link of Grouser",
        fmt::format("'grouser run --serve' there, and the same token at both ends ({} or --token-file)",
                    kLinkTokenVariable));
  if (error) throw boost::system::system_error(error);
  co_await socket.async_handshake(host, "/", asio::use_awaitable);
}

/// One line, from its opening until it is cut or the run is over.
asio::awaitable<void> LinkClient::Impl::watch(asio::ssl::context& tls) {
  // Opens the TCP connection. `line` lets close() cut it, and is cleared however this function ends.
  tcp::resolver resolver(io);
  const LinkAddress& address = client.address_;
  const auto places =
      co_await resolver.async_resolve(address.host, std::to_string(address.port), asio::use_awaitable);
  LinkSocket socket(io, tls);
  line = &socket;
  const std::shared_ptr<void> forget(nullptr, [this](void*) { line = nullptr; });
  if (closing) co_return;
  beast::get_lowest_layer(socket).expires_after(kHandshake);
  co_await beast::get_lowest_layer(socket).async_connect(places, asio::use_awaitable);
  // The key is proved and the WebSocket agreed within kHandshake; from then on set_limits() watches the time.
  set_limits(socket, beast::role_type::client, kMostLinkBytes);
  co_await shake_hands(socket);
  beast::get_lowest_layer(socket).expires_never();
  // The join message names the run that is known already, so that its scene is not sent again.
  LinkDecoder decoder = inbox.begin_line(address.text());
  const LinkBytes join = encode(inbox.join());
  co_await socket.async_write(asio::buffer(join), asio::use_awaitable);
  // Messages until the end of the run.
  beast::flat_buffer said;
  while (!inbox.ended()) {
    socket.read_message_max(decoder.most_bytes());
    co_await socket.async_read(said, asio::use_awaitable);
    const std::span bytes(static_cast<const std::uint8_t*>(said.data().data()), said.size());
    inbox.take(decoder.decode(bytes), decoder.run());
    said.clear();
    if (said.capacity() > kKeptBuffer) said.shrink_to_fit();
  }
  co_await socket.async_close(beast::websocket::close_code::normal, asio::use_awaitable);
}

/// Opens lines one after another until the run ends, the other end refuses, or the client closes.
asio::awaitable<void> LinkClient::Impl::keep_connected(asio::ssl::context& tls) {
  double pause = kFirstPause;
  while (!inbox.ended() && !closing) {
    std::string why;
    try {
      co_await watch(tls);
    } catch (const Error& error) {
      inbox.refuse(error.what());
      publish();
      co_return;
    } catch (const boost::system::system_error& error) {
      why = error.code().message();
    }
    if (inbox.ended()) break;  // after the end a fault of the line does not matter
    if (inbox.cut(why)) pause = kFirstPause;
    publish();
    if (closing) break;
    before_retry.expires_after(std::chrono::milliseconds(static_cast<int>(1e3 * pause)));
    pause = std::min(kLongestPause, 1.5 * pause);
    boost::system::error_code error;
    co_await before_retry.async_wait(asio::redirect_error(asio::use_awaitable, error));
  }
  publish();
}

/// Every coroutine finds that it is over: the thread ends once the last has returned.
void LinkClient::Impl::close() {
  closing = true;
  before_publish.cancel();
  before_retry.cancel();
  if (line) beast::get_lowest_layer(*line).close();
}

void LinkClient::Impl::run() {
  try {
    TlsContext tls(TlsContext::End::viewer, make_link_key(token));
    asio::co_spawn(io, keep_connected(tls.context()), asio::detached);
    asio::co_spawn(io, publish_now_and_then(), asio::detached);
    io.run();
  } catch (const std::exception& error) {
    inbox.refuse(error.what());
    publish();
  }
}

LinkClient::LinkClient(const LinkAddress& address, std::string token, std::function<void()> tell)
    : address_(address) {
  check_link_token("--connect", address, token);
  impl_ = std::make_unique<Impl>(*this, std::move(token), std::move(tell));
  thread_ = std::thread([this] { impl_->run(); });
}

LinkClient::~LinkClient() {
  asio::post(impl_->io, [this] { impl_->close(); });
  thread_.join();
}

}  // namespace grouser

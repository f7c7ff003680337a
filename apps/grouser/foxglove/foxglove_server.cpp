// SPDX-License-Identifier: BSD-3-Clause
// One thread runs the coroutines of Asio, as in link_server.cpp: accept() lets clients in, open() answers the
// HTTP request and upgrades the line, serve() sends messages, hear() reads subscriptions, and take_news()
// polls the queue that the run's thread fills. The lines are not encrypted.
#include "foxglove/foxglove_server.hpp"

#include <fmt/format.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <chrono>
#include <future>
#include <list>
#include <random>

#include "foxglove/foxglove_door.hpp"
#include "foxglove/foxglove_stream.hpp"
#include "grouser/base/error.hpp"

namespace grouser::cli {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;
using WebSocket = beast::websocket::stream<beast::tcp_stream>;

constexpr std::chrono::milliseconds kBetweenNews{5};  // between two looks at what the run has handed over
constexpr std::chrono::milliseconds kAfterRefusal{
    100};                                               // where no line can be opened: for want of files, say
constexpr std::chrono::seconds kOpening{5}, kIdle{20};  // of a line: its handshake, its silence
constexpr std::uint32_t kMostHeaderBytes = 8192;

/// 16 random hexadecimal digits, by which a client sees that a new run has begun.
std::string new_session() {
  std::random_device device;
  return fmt::format("{:08x}{:08x}", device(), device());
}

std::string_view view_of(beast::string_view text) { return {text.data(), text.size()}; }

/// One client's line.
struct FoxgloveLine {
  explicit FoxgloveLine(tcp::socket opened) : socket(std::move(opened)), news(socket.get_executor()) {}
  WebSocket socket;
  asio::steady_timer news;  // cancelled where there is something new to send
  FoxgloveCursor cursor;
  bool counted = false, gone = false;
};

}  // namespace

/// State of the server's thread; the run's thread reaches it only through asio::post and the queue.
struct FoxgloveServer::Impl {
  Impl(FoxgloveServer& of, std::string key, std::shared_ptr<const World> world)
      : server(of), token(std::move(key)), stream(std::move(world), new_session()) {}

  void listen(LinkAddress& address);
  asio::awaitable<void> accept();
  asio::awaitable<bool> open(FoxgloveLine& line);
  asio::awaitable<void> serve(std::shared_ptr<FoxgloveLine> line);
  asio::awaitable<void> hear(std::shared_ptr<FoxgloveLine> line);
  asio::awaitable<void> take_news();
  void leave(FoxgloveLine& line);
  bool all_sent() const;
  void close();

  FoxgloveServer& server;
  std::string token;
  FoxgloveStream stream;
  asio::io_context io{1};
  tcp::acceptor acceptor{io};
  asio::steady_timer tick{io}, pause{io};
  std::list<std::weak_ptr<FoxgloveLine>> lines;
  std::promise<void> over;
  bool ending = false, told_over = false, closing = false;
};

/// Opens the port and writes the one that was found into `address`. Throws InputError.
void FoxgloveServer::Impl::listen(LinkAddress& address) {
  try {
    const tcp::endpoint at = *tcp::resolver(io).resolve(address.host, std::to_string(address.port)).begin();
    acceptor.open(at.protocol());
    acceptor.set_option(tcp::acceptor::reuse_address(true));
    acceptor.bind(at);
    acceptor.listen();
    address.port = acceptor.local_endpoint().port();
  } catch (const boost::system::system_error& error) {
    throw InputError("--serve-foxglove", address.text() + " (" + error.code().message() + ")",
                     "an address of this machine and a port that is free");
  }
}

/// Lets clients in. One too many is turned away before it has cost anything.
asio::awaitable<void> FoxgloveServer::Impl::accept() {
  while (!closing) {
    boost::system::error_code error;
    tcp::socket socket(io);
    co_await acceptor.async_accept(socket, asio::redirect_error(asio::use_awaitable, error));
    if (closing) co_return;
    if (error) {
      pause.expires_after(kAfterRefusal);
      co_await pause.async_wait(asio::redirect_error(asio::use_awaitable, error));
      continue;
    }
    std::erase_if(lines, [](const auto& line) { return line.expired(); });
    if (lines.size() >= kMostFoxgloveClients) continue;
    auto line = std::make_shared<FoxgloveLine>(std::move(socket));
    lines.push_back(line);
    asio::co_spawn(io, serve(std::move(line)), asio::detached);
  }
}

/// Reads the request and answers it. Returns whether the line has become a WebSocket.
asio::awaitable<bool> FoxgloveServer::Impl::open(FoxgloveLine& line) {
  beast::tcp_stream& tcp_line = line.socket.next_layer();
  tcp_line.expires_after(kOpening);
  tcp_line.socket().set_option(tcp::no_delay(true));
  beast::flat_buffer buffer(kMostHeaderBytes);
  http::request_parser<http::empty_body> parser;
  parser.header_limit(kMostHeaderBytes);
  co_await http::async_read_header(tcp_line, buffer, parser, asio::use_awaitable);
  const auto request = parser.release();
  const std::string protocol =
      chosen_foxglove_protocol(view_of(request[http::field::sec_websocket_protocol]));
  std::string refusal = foxglove_refusal({view_of(request.target()),
                                          view_of(request[http::field::authorization]),
                                          view_of(request[http::field::origin]),
                                          {}},
                                         token);
  // A wrong token or origin is forbidden; a request that is no WebSocket of ours is a bad request.
  const http::status status = refusal.empty() ? http::status::bad_request : http::status::forbidden;
  if (refusal.empty() && !(beast::websocket::is_upgrade(request) && !protocol.empty()))
    refusal = "this run speaks the WebSocket protocol foxglove.websocket.v1 or foxglove.sdk.v1";
  if (!refusal.empty()) {
    http::response<http::string_body> answer(status, request.version(), refusal + "\n");
    answer.keep_alive(false);
    answer.prepare_payload();
    co_await http::async_write(tcp_line, answer, asio::use_awaitable);
    co_return false;
  }
  tcp_line.expires_never();  // the WebSocket has limits of time of its own
  auto limits = beast::websocket::stream_base::timeout::suggested(beast::role_type::server);
  limits.handshake_timeout = kOpening;
  limits.idle_timeout = kIdle;
  limits.keep_alive_pings = true;
  line.socket.set_option(limits);
  line.socket.set_option(
      beast::websocket::stream_base::decorator([protocol](beast::websocket::response_type& response) {
        response.set(http::field::sec_websocket_protocol, protocol);
      }));
  line.socket.read_message_max(kMostFoxgloveBytes);
  co_await line.socket.async_accept(request, asio::use_awaitable);
  co_return true;
}

/// A line from its request to its end. Whatever goes wrong on it ends it, and nothing else.
asio::awaitable<void> FoxgloveServer::Impl::serve(std::shared_ptr<FoxgloveLine> line) {
  WebSocket& socket = line->socket;
  try {
    if (co_await open(*line)) {
      asio::co_spawn(io, hear(line), asio::detached);
      while (!line->gone && !line->cursor.ended) {
        if (const std::optional<FoxgloveMessage> message = stream.next(line->cursor)) {
          socket.text(message->text);
          co_await socket.async_write(asio::buffer(message->content), asio::use_awaitable);
          continue;
        }
        boost::system::error_code woken;
        line->news.expires_at(asio::steady_timer::time_point::max());
        co_await line->news.async_wait(asio::redirect_error(asio::use_awaitable, woken));
      }
      if (!line->gone) co_await socket.async_close(beast::websocket::close_code::normal, asio::use_awaitable);
    }
  } catch (const std::exception&) {
    // A line that was cut, or bytes that are none of ours: the client is gone, which is all there is to it.
  }
  leave(*line);
  boost::system::error_code ignored;
  beast::get_lowest_layer(socket).socket().close(ignored);
}

/// Marks a line as gone and counts its viewer out, once.
void FoxgloveServer::Impl::leave(FoxgloveLine& line) {
  if (std::exchange(line.counted, false)) server.viewers_.fetch_sub(1, std::memory_order_relaxed);
  line.gone = true;
}

/// Hears the subscriptions of a client, its close and its end.
asio::awaitable<void> FoxgloveServer::Impl::hear(std::shared_ptr<FoxgloveLine> line) {
  boost::system::error_code error;
  while (!line->gone) {
    beast::flat_buffer said(kMostFoxgloveBytes);
    co_await line->socket.async_read(said, asio::redirect_error(asio::use_awaitable, error));
    if (error) break;
    const std::string_view message(static_cast<const char*>(said.data().data()), said.size());
    if (!stream.hear(message, line->socket.got_text(), line->cursor)) break;
    if (!line->counted && !line->gone && !line->cursor.subscriptions.empty()) {
      line->counted = true;
      server.viewers_.fetch_add(1, std::memory_order_relaxed);
    }
    line->news.cancel();
  }
  leave(*line);
  line->news.cancel();
  beast::get_lowest_layer(line->socket).cancel();
}

/// Every coroutine finds that it is over: the thread ends once the last has returned.
void FoxgloveServer::Impl::close() {
  closing = true;
  tick.cancel();
  pause.cancel();
  boost::system::error_code ignored;
  acceptor.close(ignored);
  for (const std::weak_ptr<FoxgloveLine>& known : lines)
    if (const std::shared_ptr<FoxgloveLine> line = known.lock()) {
      line->gone = true;
      line->news.cancel();
      beast::get_lowest_layer(line->socket).close();
    }
}

/// Whether no client that has subscribed is still to get a message.
bool FoxgloveServer::Impl::all_sent() const {
  return std::all_of(lines.begin(), lines.end(), [](const std::weak_ptr<FoxgloveLine>& known) {
    const std::shared_ptr<FoxgloveLine> line = known.lock();
    return !line || line->gone || !line->counted;
  });
}

/// Moves what the run has handed over into the stream and wakes the clients, until the server closes.
asio::awaitable<void> FoxgloveServer::Impl::take_news() {
  while (!closing) {
    tick.expires_after(kBetweenNews);
    boost::system::error_code error;
    co_await tick.async_wait(asio::redirect_error(asio::use_awaitable, error));
    bool news = ending;
    while (std::optional<LinkUpdate> update = server.updates_.pop()) {
      stream.add(std::move(*update));
      news = true;
    }
    if (!news) continue;
    for (const std::weak_ptr<FoxgloveLine>& known : lines)
      if (const std::shared_ptr<FoxgloveLine> line = known.lock()) line->news.cancel();
    // finish() waits for this, once.
    if (ending && !told_over && all_sent()) {
      told_over = true;
      over.set_value();
    }
  }
}

FoxgloveServer::FoxgloveServer(const LinkAddress& address, std::string token,
                               std::shared_ptr<const World> world)
    : address_(address), impl_(std::make_unique<Impl>(*this, std::move(token), std::move(world))) {
  impl_->listen(address_);
  asio::co_spawn(impl_->io, impl_->accept(), asio::detached);
  asio::co_spawn(impl_->io, impl_->take_news(), asio::detached);
  thread_ = std::thread([this] { impl_->io.run(); });
}

FoxgloveServer::~FoxgloveServer() {
  asio::post(impl_->io, [this] { impl_->close(); });
  thread_.join();
}

void FoxgloveServer::finish(LinkUpdate last, const LinkEnd& end, double linger) {
  asio::post(impl_->io, [this, end, last = std::move(last)]() mutable {
    while (std::optional<LinkUpdate> update = updates_.pop()) impl_->stream.add(std::move(*update));
    impl_->stream.add(std::move(last));
    impl_->stream.end(end);
    impl_->ending = true;
  });
  impl_->over.get_future().wait_for(std::chrono::duration<double>(linger));
}

}  // namespace grouser::cli

// SPDX-License-Identifier: BSD-3-Clause
// One thread runs the coroutines of Asio: accept() lets viewers in, serve() sends one viewer its messages,
// hear() notices that it leaves, and take_news() looks every 5 ms at the queue that the run's thread fills.
// The queue is polled so that the run's thread never has to wake or wait for this one.
#include "common/link/link_server.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <chrono>
#include <future>
#include <list>
#include <random>

#include "common/link/tls.hpp"
#include "grouser/base/error.hpp"

namespace grouser {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
using asio::ip::tcp;

constexpr std::chrono::milliseconds kTick{5};  // between two looks at what the run has handed over
constexpr std::chrono::milliseconds kAfterRefusal{
    100};  // where no line can be opened: for want of files, say

/// A random number that names a run; odd, hence never the 0 of a viewer that knows no run.
std::uint64_t new_run_number() {
  std::random_device device;
  return (static_cast<std::uint64_t>(device()) << 32 | device()) | 1u;
}

/// One viewer's line.
struct ViewerLine {
  ViewerLine(tcp::socket opened, asio::ssl::context& tls)
      : socket(std::move(opened), tls), news(socket.get_executor()) {}
  LinkSocket socket;
  asio::steady_timer news;  // cancelled where there is something new to send
  ViewerCursor cursor;
  bool joined = false, gone = false;
};

}  // namespace

/// State of the server's thread; the run's thread reaches it only through asio::post and the queue.
struct LinkServer::Impl {
  Impl(LinkServer& of, const LinkKey& key, LinkBytes scene)
      : server(of), tls(TlsContext::End::server, key), stream(new_run_number(), std::move(scene)) {}

  void listen(LinkAddress& address);
  asio::awaitable<void> accept();
  asio::awaitable<void> serve(std::shared_ptr<ViewerLine> line);
  asio::awaitable<void> hear(std::shared_ptr<ViewerLine> line);
  asio::awaitable<void> take_news();
  bool all_sent() const;
  void close();

  LinkServer& server;
  TlsContext tls;
  RunStream stream;
  asio::io_context io{1};
  tcp::acceptor acceptor{io};
  asio::steady_timer tick{io}, pause{io};
  std::list<std::weak_ptr<ViewerLine>> lines;
  std::promise<void> over;
  bool ending = false, told_over = false, closing = false;
};

/// Opens the port and writes the one that was found into `address`. Throws InputError.
void LinkServer::Impl::listen(LinkAddress& address) {
  try {
    const tcp::endpoint at = *tcp::resolver(io).resolve(address.host, std::to_string(address.port)).begin();
    acceptor.open(at.protocol());
    acceptor.set_option(tcp::acceptor::reuse_address(true));
    acceptor.bind(at);
    acceptor.listen();
    address.port = acceptor.local_endpoint().port();
  } catch (const boost::system::system_error& error) {
    throw InputError("--serve", address.text() + " (" + error.code().message() + ")",
                     "an address of this machine and a port that is free");
  }
}

/// Lets viewers in. One too many is turned away before it has cost anything.
asio::awaitable<void> LinkServer::Impl::accept() {
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
    // Viewers that are gone make room first.
    std::erase_if(lines, [](const auto& line) { return line.expired(); });
    if (lines.size() >= kMostViewers) continue;
    auto line = std::make_shared<ViewerLine>(std::move(socket), tls.context());
    lines.push_back(line);
    asio::co_spawn(io, serve(std::move(line)), asio::detached);
  }
}

/// A line from its handshake to its end. Whatever goes wrong on it ends it, and nothing else.
asio::awaitable<void> LinkServer::Impl::serve(std::shared_ptr<ViewerLine> line) {
  LinkSocket& socket = line->socket;
  try {
    // TLS, WebSocket and the join message have kHandshake together.
    beast::get_lowest_layer(socket).expires_after(kHandshake);
    co_await socket.next_layer().async_handshake(asio::ssl::stream_base::server, asio::use_awaitable);
    if (!proved_key(socket)) co_return;
    beast::get_lowest_layer(socket).socket().set_option(tcp::no_delay(true));
    set_limits(socket, beast::role_type::server, kMostJoinBytes);
    // The WebSocket has limits of time of its own; that of the join is the one above.
    co_await socket.async_accept(asio::use_awaitable);
    beast::flat_buffer said(kMostJoinBytes);
    co_await socket.async_read(said, asio::use_awaitable);
    line->cursor.known_run =
        decode_join({static_cast<const std::uint8_t*>(said.data().data()), said.size()}).known_run;
    beast::get_lowest_layer(socket).expires_never();
    line->joined = true;
    // From here on it counts as a viewer. It gets message after message, and sleeps while there is none.
    server.viewers_.fetch_add(1, std::memory_order_relaxed);
    asio::co_spawn(io, hear(line), asio::detached);
    while (!line->gone && !line->cursor.ended) {
      const SharedBytes message = stream.next(line->cursor);
      if (message) {
        co_await socket.async_write(asio::buffer(*message), asio::use_awaitable);
        continue;
      }
      boost::system::error_code woken;
      line->news.expires_at(asio::steady_timer::time_point::max());
      co_await line->news.async_wait(asio::redirect_error(asio::use_awaitable, woken));
    }
    if (!line->gone) co_await socket.async_close(beast::websocket::close_code::normal, asio::use_awaitable);
  } catch (const std::exception&) {
    // A line that was cut, or bytes that are none of ours: the viewer is gone, which is all there is to it.
  }
  if (line->joined) server.viewers_.fetch_sub(1, std::memory_order_relaxed);
  line->joined = false;
  line->gone = true;
  boost::system::error_code ignored;
  beast::get_lowest_layer(socket).socket().close(ignored);
}

/// Every coroutine finds that it is over: the thread ends once the last has returned.
void LinkServer::Impl::close() {
  closing = true;
  tick.cancel();
  pause.cancel();
  boost::system::error_code ignored;
  acceptor.close(ignored);
  for (const std::weak_ptr<ViewerLine>& known : lines)
    if (const std::shared_ptr<ViewerLine> line = known.lock()) {
      line->gone = true;
      line->news.cancel();
      beast::get_lowest_layer(line->socket).close();
    }
}

/// A viewer has nothing to say after its join; its silence, its close and its end are heard here.
asio::awaitable<void> LinkServer::Impl::hear(std::shared_ptr<ViewerLine> line) {
  boost::system::error_code error;
  beast::flat_buffer said(kMostJoinBytes);
  co_await line->socket.async_read(said, asio::redirect_error(asio::use_awaitable, error));
  line->gone = true;
  line->news.cancel();
  beast::get_lowest_layer(line->socket).cancel();
}

/// Whether no viewer that has joined is still to get a message.
bool LinkServer::Impl::all_sent() const {
  return std::all_of(lines.begin(), lines.end(), [](const std::weak_ptr<ViewerLine>& known) {
    const std::shared_ptr<ViewerLine> line = known.lock();
    return !line || line->gone || !line->joined;
  });
}

/// Moves what the run has handed over into the stream and wakes the viewers, until the server closes.
asio::awaitable<void> LinkServer::Impl::take_news() {
  while (!closing) {
    tick.expires_after(kTick);
    boost::system::error_code error;
    co_await tick.async_wait(asio::redirect_error(asio::use_awaitable, error));
    bool news = ending;
    while (std::optional<LinkUpdate> update = server.updates_.pop()) {
      stream.add(std::move(*update));
      news = true;
    }
    if (!news) continue;
    for (const std::weak_ptr<ViewerLine>& known : lines)
      if (const std::shared_ptr<ViewerLine> line = known.lock()) line->news.cancel();
    // finish() waits for this, once.
    if (ending && !told_over && all_sent()) {
      told_over = true;
      over.set_value();
    }
  }
}

LinkServer::LinkServer(const LinkAddress& address, const LinkKey& key, LinkBytes scene)
    : address_(address), impl_(std::make_unique<Impl>(*this, key, std::move(scene))) {
  impl_->listen(address_);
  asio::co_spawn(impl_->io, impl_->accept(), asio::detached);
  asio::co_spawn(impl_->io, impl_->take_news(), asio::detached);
  thread_ = std::thread([this] { impl_->io.run(); });
}

LinkServer::~LinkServer() {
  asio::post(impl_->io, [this] { impl_->close(); });
  thread_.join();
}

void LinkServer::finish(LinkUpdate last, const LinkEnd& end, double linger) {
  asio::post(impl_->io, [this, end, last = std::move(last)]() mutable {
    while (std::optional<LinkUpdate> update = updates_.pop()) impl_->stream.add(std::move(*update));
    impl_->stream.add(std::move(last));
    impl_->stream.end(end);
    impl_->ending = true;
  });
  impl_->over.get_future().wait_for(std::chrono::duration<double>(linger));
}

}  // namespace grouser

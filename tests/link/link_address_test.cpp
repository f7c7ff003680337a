// SPDX-License-Identifier: BSD-3-Clause
// Addresses and tokens: what is taken and what is refused, with the reason.
#include <sys/stat.h>

#include <cstdlib>
#include <fstream>

#include "catch.hpp"
#include "common/link/link_key.hpp"
#include "grouser/base/error.hpp"
#include "scratch_folder.hpp"

using namespace grouser;
using namespace grouser::test;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("link address: host and port, IPv6 in brackets") {
  CHECK(parse_link_address("--serve", "127.0.0.1:7788").port == 7788);
  CHECK(parse_link_address("--serve", "[::1]:80").host == "::1");
  CHECK(parse_link_address("--serve", "[::1]:80").text() == "[::1]:80");
  CHECK(parse_link_address("--serve", "rover-pc.lab:1").loopback() == false);
  for (const char* own : {"127.0.0.1:1", "127.9.9.9:1", "[::1]:1", "localhost:1"})
    CHECK(parse_link_address("--serve", own).loopback());
  for (const char* other : {"0.0.0.0:1", "[::]:1", "192.168.0.1:1", "127.0.0.1.evil.org:1"})
    CHECK_FALSE(parse_link_address("--serve", other).loopback());
  for (const char* wrong : {"", ":", "7788", ":7788", "host", "host:", "host:65536", "host:-1", "host:1x",
                            "::1:80", "a b:1", "http://x:1", "[::1]"})
    CHECK_THROWS_WITH(parse_link_address("--serve", wrong),
                      ContainsSubstring("--serve") && ContainsSubstring("HOST:PORT"));
}

TEST_CASE("link token: from a file that is nobody else's, or the environment, other machines need one") {
  const ScratchFolder folder("token");
  const std::string path = (folder / "token").string(), secret = "0123456789abcdef0123456789abcdef";
  std::ofstream(path) << secret << "\n";
  chmod(path.c_str(), 0600);
  CHECK(read_link_token(path) == secret);
  chmod(path.c_str(), 0644);
  CHECK_THROWS_WITH(read_link_token(path), ContainsSubstring("other users"));
  CHECK_THROWS_WITH(read_link_token(path + "x"), ContainsSubstring("no file"));
  chmod(path.c_str(), 0600);
  std::ofstream(path) << "short\n";
  CHECK_THROWS_WITH(read_link_token(path), ContainsSubstring("5 letters"));
  std::ofstream(path) << "0123456789 abcdef0123456789abcdef\n";
  CHECK_THROWS_WITH(read_link_token(path), ContainsSubstring("blank"));
  setenv(kLinkTokenVariable, secret.c_str(), 1);
  CHECK(read_link_token("") == secret);
  unsetenv(kLinkTokenVariable);
  CHECK(read_link_token("").empty());
  const LinkAddress far{"192.168.0.1", 1}, near{"127.0.0.1", 1};
  CHECK_THROWS_WITH(check_link_token("--connect", far, ""), ContainsSubstring("without a token"));
  check_link_token("--connect", far, secret);
  check_link_token("--connect", near, "");
  CHECK(make_link_key(secret) == make_link_key(secret));
  CHECK(make_link_key(secret) != make_link_key(""));
}

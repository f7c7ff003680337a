// SPDX-License-Identifier: BSD-3-Clause
// Reads the token from a private file or the environment, and derives the key of a line from it by scrypt
// (RFC 7914) with a fixed salt, because both ends must find the same key without an exchange.
#include "common/link/link_key.hpp"

#include <openssl/evp.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "grouser/base/error.hpp"
#include "grouser/base/file_signature.hpp"

namespace grouser {
namespace {

constexpr std::size_t kLeastToken = 16, kMostToken = 1024;  // letters

/// Throws InputError unless the token has 16 to 1024 printable ASCII letters. The message never shows it.
void check_token(const std::string& place, const std::string& token) {
  const bool printable = std::all_of(token.begin(), token.end(), [](char c) { return c > ' ' && c < 0x7f; });
  if (token.size() < kLeastToken || token.size() > kMostToken || !printable)
    throw InputError(place,
                     printable ? std::to_string(token.size()) + " letters" : "a blank or a sign beyond ASCII",
                     "a token of 16 to 1024 letters and digits, such as 'openssl rand -hex 32' makes");
}

}  // namespace

std::string read_link_token(const std::string& token_file) {
  if (token_file.empty()) {
    const char* const told = std::getenv(kLinkTokenVariable);
    if (!told || !*told) return "";
    check_token(kLinkTokenVariable, told);
    return told;
  }
  refuse_special_file(token_file);
  struct stat status {};
  if (stat(token_file.c_str(), &status) != 0 || !S_ISREG(status.st_mode))
    throw InputError("--token-file", "no file \"" + token_file + "\"",
                     "a file with the token in its first line");
  // A token that other users can read is no secret; one that they can write is not ours.
  if (status.st_mode & (S_IRWXG | S_IRWXO))
    throw InputError("--token-file", "\"" + token_file + "\", which other users may read or write",
                     "one for you alone (chmod 600)");
  // Reads the first line, at most one letter beyond the limit, so that a token too long is seen as such.
  std::string token(kMostToken + 1, '\0');
  std::ifstream file(token_file);
  file.getline(token.data(), static_cast<std::streamsize>(token.size()));
  token.resize(token.find('\0') == std::string::npos ? token.size() : token.find('\0'));
  check_token("--token-file " + token_file, token);
  return token;
}

void check_link_token(const std::string& option, const LinkAddress& address, const std::string& token) {
  if (!token.empty() || address.loopback()) return;
  throw InputError(
      option, address.text() + " without a token",
      std::string("127.0.0.1, or the same token at both ends in ") + kLinkTokenVariable + " or --token-file");
}

LinkKey make_link_key(const std::string& token) {
  constexpr std::string_view kSalt = "grouser live link 1";
  // scrypt's N, r and p: 128 N r = 32 MiB of memory, which the limit of 64 MiB leaves room for.
  constexpr std::uint64_t kCost = 1u << 15, kBlock = 8, kParallel = 1, kMostMemory = 64u << 20;
  LinkKey key;
  const int made =
      EVP_PBE_scrypt(token.data(), token.size(), reinterpret_cast<const unsigned char*>(kSalt.data()),
                     kSalt.size(), kCost, kBlock, kParallel, kMostMemory, key.data(), key.size());
  if (made != 1) throw RunError("live link: OpenSSL could not make a key");
  return key;
}

}  // namespace grouser

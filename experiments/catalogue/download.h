#ifndef MERCER_EXPERIMENTS_CATALOGUE_DOWNLOAD_H_
#define MERCER_EXPERIMENTS_CATALOGUE_DOWNLOAD_H_

#include <cstdint>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/data/formats/decompress.h"

namespace mercer {

/// How patient a download is, and whom it tells.
struct DownloadOptions {
  long connect_ms = 10'000;      // for name, connection and TLS of one attempt, > 0
  long stall_seconds = 30;       // give up an attempt that is below stall_bytes for so long, > 0
  long stall_bytes = 1'000;      // per second
  int attempts = 4;              // at one address, in a row without progress, >= 1
  double backoff_seconds = 1;    // before the second attempt; doubles each time; jittered, >= 0
  double max_wait_seconds = 60;  // a server that asks (Retry-After) for more is left for the next
  long max_redirects = 5;        // to https:// only
  std::string ca_file{};         // trusted certificates (PEM); "": $CURL_CA_BUNDLE, else
                                 // $SSL_CERT_FILE, else the system's
  std::function<void(std::uint64_t have, std::uint64_t total)> progress{};  // total 0: not known
  std::function<void(const std::string& text)> note{};  // a fault after which it goes on
};

/// One file to download.
struct DownloadRequest {
  std::vector<std::string> urls;                // mirrors, tried in turn; https:// only
  std::filesystem::path target;                 // in a folder that exists
  std::uint64_t bytes = 0;                      // its size; 0: not known
  std::string sha256{};                         // "": not known
  std::uint64_t max_bytes = kMaxDataFileBytes;  // where the size is not known
};

/// No mirror gave the file: what() has one line for each address, with what happened there.
class DownloadFailed : public InvalidInput {
 public:
  using InvalidInput::InvalidInput;
};

/// Downloads files over HTTPS. Certificates are always verified. Proxies are taken from the
/// environment (https_proxy, no_proxy). One object remembers the hosts that could not be reached
/// and does not wait for them again. Not thread-safe.
class Downloader {
 public:
  explicit Downloader(DownloadOptions options);

  /// Gets the file from the first mirror that has it, and returns that address. What arrives is
  /// kept in "<target>.part"; the file takes its name when size and sha256 are right, where they
  /// are known. An attempt that fails for a passing reason (timeout, cut connection, HTTP 408, 429,
  /// 5xx) is repeated; with anything else the next mirror's turn comes. The next attempt, mirror or
  /// process asks for the rest only, and starts anew where the server sends the whole file, or the
  /// sha256 of the result is wrong. Without a sha256 only attempts at one address whose ETag stayed
  /// the same continue each other.
  ///
  /// Throws DownloadFailed where no mirror has it (the .part stays), InvalidInput where the disk
  /// refuses (the .part is removed). Memory does not grow with the file.
  std::string Download(const DownloadRequest& request);

 private:
  DownloadOptions options_;
  std::set<std::string> unreachable_;
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CATALOGUE_DOWNLOAD_H_

#ifndef MERCER_EXPERIMENTS_CATALOGUE_FETCH_DOWNLOAD_H_
#define MERCER_EXPERIMENTS_CATALOGUE_FETCH_DOWNLOAD_H_

#include <set>
#include <string>

#include "core/base/error.h"
#include "experiments/catalogue/fetch/http_attempt.h"

namespace mercer {

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

#endif  // MERCER_EXPERIMENTS_CATALOGUE_FETCH_DOWNLOAD_H_

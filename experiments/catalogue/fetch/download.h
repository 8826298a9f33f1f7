#ifndef MERCER_EXPERIMENTS_CATALOGUE_FETCH_DOWNLOAD_H_
#define MERCER_EXPERIMENTS_CATALOGUE_FETCH_DOWNLOAD_H_

#include <set>
#include <string>

#include "core/base/error.h"
#include "experiments/catalogue/fetch/http_attempt.h"

namespace mercer {

/// No mirror delivered the file: what() has one line for each address, with what happened there.
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

  /// Downloads the file from the first mirror that has it, and returns that address. Received bytes
  /// are kept in "<target>.part"; the file gets its name once size and sha256 are right, as far as
  /// they are known.
  ///
  /// An attempt that fails for a temporary reason (timeout, lost connection, HTTP 408, 429, 5xx but
  /// 501 and 505) is repeated; after any other failure the next mirror is tried. The next attempt,
  /// mirror or process requests only the rest, and starts again if the server sends the whole file
  /// or if the sha256 of the result is wrong. Without a sha256, an attempt continues another only
  /// if both used the same address and its ETag did not change.
  ///
  /// Throws DownloadFailed if no mirror has the file (the .part stays), and InvalidInput if the
  /// disk refuses the data (the .part is removed). Memory does not grow with the file.
  std::string Download(const DownloadRequest& request);

 private:
  DownloadOptions options_;
  std::set<std::string> unreachable_;
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CATALOGUE_FETCH_DOWNLOAD_H_

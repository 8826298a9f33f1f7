#ifndef MERCER_EXPERIMENTS_CATALOGUE_FETCH_HTTP_ATTEMPT_H_
#define MERCER_EXPERIMENTS_CATALOGUE_FETCH_HTTP_ATTEMPT_H_

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/data/formats/decompress.h"
#include "experiments/catalogue/fetch/pending_file.h"

namespace mercer {

/// Timeouts and retries of a download, and its callbacks.
struct DownloadOptions {
  long connect_ms = 10'000;      // for name lookup, connection and TLS of one attempt, > 0
  long stall_seconds = 30;       // give up an attempt that is below stall_bytes for this long, > 0
  long stall_bytes = 1'000;      // per second
  int attempts = 4;              // at one address, in a row without progress, >= 1
  double backoff_seconds = 1;    // wait before the second attempt; doubles each time; with jitter,
                                 // >= 0
  double max_wait_seconds = 60;  // if a server asks for more (Retry-After), the next mirror is
                                 // tried
  long max_redirects = 5;        // to https:// only
  std::string ca_file{};         // trusted certificates (PEM); "": $CURL_CA_BUNDLE, otherwise
                                 // $SSL_CERT_FILE, otherwise the system's
  std::function<void(std::uint64_t have, std::uint64_t total)> progress{};  // total 0: not known
  std::function<void(const std::string& text)> note{};  // an error after which it continues
};

/// One file to download.
struct DownloadRequest {
  std::vector<std::string> urls;                // mirrors, tried in turn; https:// only
  std::filesystem::path target;                 // in a folder that exists
  std::uint64_t bytes = 0;                      // its size; 0: not known
  std::string sha256{};                         // "": not known
  std::uint64_t max_bytes = kMaxDataFileBytes;  // if the size is not known
};

/// How one request ended.
struct HttpOutcome {
  enum class Kind {
    kEnded,    // the server sent everything it announced; the part file holds it
    kPassing,  // an error that may not recur at the next attempt
    kFinal,    // this address does not have the file
  };
  Kind kind = Kind::kEnded;
  std::string fault{};       // in words; "" for kEnded
  double retry_after = 0;    // seconds that the server asks to wait; 0: not given
  bool unreachable = false;  // no connection could be made
  bool resumed = false;      // the data sent continue the bytes present before
};

/// Requests a file from an address, or the missing rest of the part file (Range; with If-Range if
/// `etag` holds the ETag of the bytes present), and appends what is sent. If the server sends the
/// whole file, the part file starts again; `etag` is then the server's strong ETag, or "". A size
/// that differs from the request's is kFinal; if the server announces it, nothing is stored. Throws
/// InvalidInput, after clearing the part file, if the disk refuses the data.
HttpOutcome HttpGet(const std::string& url, const DownloadRequest& request,
                    const DownloadOptions& options, std::string* etag, PartFile* part);

/// The host of an address; "" if it has none.
std::string HostOf(const std::string& url);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CATALOGUE_FETCH_HTTP_ATTEMPT_H_

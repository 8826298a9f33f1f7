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

/// How one request ended.
struct HttpOutcome {
  enum class Kind {
    kEnded,    // the server sent all that it promised; the part file holds it
    kPassing,  // a fault that may be gone at the next attempt
    kFinal,    // this address does not have the file
  };
  Kind kind = Kind::kEnded;
  std::string fault{};       // in words; "" for kEnded
  double retry_after = 0;    // seconds that the server asks to wait; 0: it does not say
  bool unreachable = false;  // no connection came about
  bool resumed = false;      // what was sent continues bytes that were there before
};

/// Asks an address for the file, or for what the part file lacks of it (Range; If-Range where
/// `etag` holds that of the bytes there), and appends what is sent. A server that sends the whole
/// file begins the part file anew; `etag` is then its strong ETag, or "". A size that differs from
/// the request's is kFinal, before anything is stored where the server says it. Throws
/// InvalidInput, after clearing the part file, where the disk refuses.
HttpOutcome HttpGet(const std::string& url, const DownloadRequest& request,
                    const DownloadOptions& options, std::string* etag, PartFile* part);

/// The host of an address, "" where it has none.
std::string HostOf(const std::string& url);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CATALOGUE_FETCH_HTTP_ATTEMPT_H_

#ifndef MERCER_EXPERIMENTS_CATALOGUE_HTTP_ATTEMPT_H_
#define MERCER_EXPERIMENTS_CATALOGUE_HTTP_ATTEMPT_H_

#include <cstdint>
#include <string>

#include "experiments/catalogue/download.h"
#include "experiments/catalogue/part_file.h"

namespace mercer {

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

#endif  // MERCER_EXPERIMENTS_CATALOGUE_HTTP_ATTEMPT_H_

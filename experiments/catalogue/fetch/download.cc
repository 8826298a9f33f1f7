#include "experiments/catalogue/fetch/download.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <random>
#include <thread>
#include <utility>

#include "core/base/text.h"
#include "experiments/catalogue/fetch/http_attempt.h"
#include "experiments/catalogue/fetch/pending_file.h"

namespace mercer {
namespace {

// Fewer bytes beyond those that were there are no progress, after which attempts are counted anew.
constexpr std::uint64_t kProgressBytes = 1 << 20;
// At one address, with progress or without: times DownloadOptions::attempts, and the file's size.
constexpr int kMostRounds = 25;
constexpr std::uint64_t kMostTimesSize = 3;

// Seconds before the next attempt: doubled after each, and jittered so that many clients that
// failed together do not come back together.
double Backoff(const DownloadOptions& options, int attempts) {
  std::random_device device;
  const double jitter = 0.5 + 0.5 * static_cast<double>(device() % 1024) / 1024;
  return options.backoff_seconds * std::ldexp(1.0, std::min(attempts, 16) - 1) * jitter;
}

void Wait(double seconds) {
  std::this_thread::sleep_for(std::chrono::duration<double>(std::max(seconds, 0.0)));
}

std::string Seconds(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f s", seconds);
  return text;
}

// The mirrors' turn for one file.
class Turn {
 public:
  Turn(const DownloadRequest& request, const DownloadOptions& options,
       std::set<std::string>* unreachable)
      : request_(request), options_(options), unreachable_(*unreachable), part_(request.target) {
    const bool too_long = request.bytes != 0 && part_.size() > request.bytes;
    if (request.sha256.empty() || too_long) part_.Clear();
  }

  std::string Run() {
    if (request_.bytes != 0 && part_.size() == request_.bytes) {
      if (part_.Sha256() == request_.sha256) {
        part_.Publish();
        return request_.urls.empty() ? "" : request_.urls.front();
      }
      part_.Clear();
    }
    std::vector<std::string> faults;
    for (const std::string& url : request_.urls) {
      const std::string fault = Try(url);
      if (fault.empty()) {
        part_.Publish();
        return url;
      }
      faults.push_back(url + ": " + fault);
    }
    throw DownloadFailed(Join(faults, "\n"));
  }

 private:
  // "" where the part file is the file, else what happened last at this address.
  std::string Try(const std::string& url) {
    const std::string host = HostOf(url);
    if (unreachable_.count(host) > 0) return host + " could not be reached before";
    std::string etag;
    std::uint64_t most = part_.size(), received = 0;
    const std::uint64_t size = request_.bytes != 0 ? request_.bytes : request_.max_bytes;
    for (int attempts = 1, all = 1;; ++attempts, ++all) {
      if (request_.sha256.empty() && etag.empty()) part_.Clear();
      const std::uint64_t before = part_.size();
      HttpOutcome outcome = HttpGet(url, request_, options_, &etag, &part_);
      if (outcome.kind == HttpOutcome::Kind::kEnded) CheckSha256(&outcome);
      if (outcome.kind == HttpOutcome::Kind::kEnded) return "";
      received += outcome.resumed && part_.size() >= before ? part_.size() - before : part_.size();
      // A server that sends the file from its beginning each time makes none.
      if (part_.size() >= most + kProgressBytes) attempts = 1;
      most = std::max(most, part_.size());
      const double wait = std::max(Backoff(options_, attempts), outcome.retry_after);
      const bool last = outcome.kind == HttpOutcome::Kind::kFinal ||
                        attempts >= options_.attempts || all >= kMostRounds * options_.attempts ||
                        received / kMostTimesSize >= size;
      if (last && outcome.unreachable) unreachable_.insert(host);
      if (last) return FaultText(outcome.fault, all);
      if (outcome.retry_after > options_.max_wait_seconds)
        return outcome.fault + ", asks to wait " + Seconds(outcome.retry_after);
      if (options_.note)
        options_.note(url + ": " + outcome.fault + "; again in " + Seconds(wait) + " (attempt " +
                      std::to_string(attempts + 1) + " of " + std::to_string(options_.attempts) +
                      ")");
      Wait(wait);
    }
  }

  static std::string FaultText(const std::string& fault, int attempts) {
    return attempts == 1 ? fault : fault + " (" + std::to_string(attempts) + " attempts)";
  }

  void CheckSha256(HttpOutcome* outcome) {
    if (request_.sha256.empty()) return;
    const std::string sha256 = part_.Sha256();
    if (sha256 == request_.sha256) return;
    part_.Clear();
    // Of a file in pieces the earlier ones may be at fault; a file in one piece is what it is.
    outcome->kind = outcome->resumed ? HttpOutcome::Kind::kPassing : HttpOutcome::Kind::kFinal;
    outcome->fault = "sent a file of sha256 " + sha256 + "; expected " + request_.sha256;
  }

  const DownloadRequest& request_;
  const DownloadOptions& options_;
  std::set<std::string>& unreachable_;
  PartFile part_;
};

}  // namespace

Downloader::Downloader(DownloadOptions options) : options_(std::move(options)) {}

std::string Downloader::Download(const DownloadRequest& request) {
  return Turn(request, options_, &unreachable_).Run();
}

}  // namespace mercer

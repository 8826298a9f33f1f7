#ifndef MERCER_TESTS_EXPERIMENTS_CATALOGUE_FETCH_DOWNLOADING_H_
#define MERCER_TESTS_EXPERIMENTS_CATALOGUE_FETCH_DOWNLOADING_H_

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "experiments/catalogue/fetch/download.h"
#include "tests/experiments/catalogue/fixtures.h"
#include "tests/support/https_server.h"

namespace mercer::testing {

/// 300,000 bytes that repeat nowhere: a piece put at the wrong place shows.
inline std::string Numbers() {
  std::string text;
  for (int i = 0; text.size() < 300'000; ++i) text += std::to_string(i) + "\n";
  return text;
}

/// A server of one file and the folder that it is downloaded to.
class Downloading : public ::testing::Test {
 protected:
  DownloadRequest Request(const std::vector<std::string>& paths) const {
    DownloadRequest request;
    for (const std::string& path : paths) request.urls.push_back(server_.Url(path));
    request.target = target_;
    request.bytes = body_.size();
    request.sha256 = Sha256Hex(body_);
    return request;
  }

  std::string Download(const DownloadRequest& request) {
    return Downloader(options_).Download(request);
  }
  std::string Download(const std::vector<std::string>& paths) { return Download(Request(paths)); }

  // Answers with `first` once, then with the rest or the whole of the body.
  void ServeAfter(const std::string& path, HttpReply first) {
    auto asked = std::make_shared<std::atomic<int>>(0);
    server_.Serve(path, [asked, first, body = body_](const HttpRequest& request) {
      return (*asked)++ == 0 ? first : Ranged(request, body);
    });
  }

  std::size_t Asked() const { return server_.requests().size(); }
  // Not EXPECT_EQ, which would look for the least difference of two large texts.
  bool HasFile() const { return std::filesystem::exists(target_) && ReadFile(target_) == body_; }
  bool HasPart() const { return std::filesystem::exists(part_); }

  HttpsServer server_;
  const TemporaryFolder folder_;
  const std::filesystem::path target_ = folder_ / "file";
  const std::filesystem::path part_ = folder_ / "file.part";
  const std::string body_ = Numbers();
  DownloadOptions options_ = [this] {
    DownloadOptions options;
    options.connect_ms = 60'000;
    options.stall_seconds = 60;
    options.attempts = 3;
    options.backoff_seconds = 0.01;
    options.ca_file = server_.certificate().string();
    return options;
  }();
};

}  // namespace mercer::testing

#endif  // MERCER_TESTS_EXPERIMENTS_CATALOGUE_FETCH_DOWNLOADING_H_

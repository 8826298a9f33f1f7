#include "experiments/catalogue/fetch/download.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>

#include <atomic>
#include <chrono>

#include "tests/experiments/catalogue/fetch/downloading.h"
#include "tests/support/https_server.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;
using testing::Downloading;
using testing::FaultOf;
using ::testing::HasSubstr;
using testing::HttpReply;
using testing::HttpRequest;
using testing::Ranged;
using ::testing::StartsWith;

TEST_F(Downloading, GetsAFile) {
  server_.Serve("/a", body_);
  std::uint64_t seen = 0;
  options_.progress = [&](std::uint64_t have, std::uint64_t total) {
    EXPECT_GT(have, seen);
    EXPECT_EQ(total, body_.size());
    seen = have;
  };
  EXPECT_EQ(Download({"/a"}), server_.Url("/a"));
  EXPECT_TRUE(HasFile());
  EXPECT_EQ(seen, body_.size());
  EXPECT_FALSE(HasPart());
  EXPECT_EQ(Asked(), 1U);
  EXPECT_EQ(server_.requests()[0].Header("range"), "");
}

TEST_F(Downloading, FollowsRedirects) {
  server_.Serve("/a", body_);
  server_.Serve("/b", [&](const HttpRequest&) {
    return HttpReply{302, "moved", {{"Location", server_.Url("/a")}}};
  });
  EXPECT_EQ(Download({"/b"}), server_.Url("/b"));
  EXPECT_TRUE(HasFile());
}

TEST_F(Downloading, ConnectionCutIsResumedWithTheRestOnly) {
  ServeAfter("/a", {200, body_, {{"ETag", "\"v1\""}}, 100'000});
  std::vector<std::string> notes;
  options_.note = [&](const std::string& text) { notes.push_back(text); };
  Download({"/a"});
  EXPECT_TRUE(HasFile());
  ASSERT_EQ(Asked(), 2U);
  EXPECT_EQ(server_.requests()[1].Header("range"), "bytes=100000-");
  EXPECT_EQ(server_.requests()[1].Header("if-range"), "\"v1\"");
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_THAT(notes[0], StartsWith(server_.Url("/a") + ": "));
  EXPECT_THAT(notes[0], HasSubstr("(attempt 2 of 3)"));
}

TEST_F(Downloading, GoesOnFromWhatAnotherProcessLeft) {
  testing::WriteFile(part_, body_.substr(0, 1234));
  std::atomic<std::size_t> sent{0};
  server_.Serve("/a", [&](const HttpRequest& request) {
    HttpReply reply = Ranged(request, body_);
    sent += reply.body.size();
    return reply;
  });
  Download({"/a"});
  EXPECT_TRUE(HasFile());
  EXPECT_EQ(sent, body_.size() - 1234);
  EXPECT_EQ(server_.requests()[0].Header("range"), "bytes=1234-");
}

TEST_F(Downloading, TakesAWholePartWithoutAsking) {
  testing::WriteFile(part_, body_);
  Download({"/a"});
  EXPECT_TRUE(HasFile());
  EXPECT_EQ(Asked(), 0U);
}

TEST_F(Downloading, BeginsAnewWhereTheLeftPartIsOfAnotherFile) {
  for (const std::size_t size : {std::size_t{1234}, body_.size(), body_.size() + 1}) {
    testing::WriteFile(part_, std::string(size, 'x'));
    server_.Serve("/a", body_);
    Download({"/a"});
    EXPECT_TRUE(HasFile()) << size;
    EXPECT_FALSE(HasPart());
    ASSERT_GT(Asked(), 0U);
    EXPECT_EQ(server_.requests().back().Header("range"), "") << size;
    fs::remove(target_);
  }
}

TEST_F(Downloading, TheNextMirrorGoesOn) {
  server_.Serve("/cut", [&](const HttpRequest&) { return HttpReply{200, body_, {}, 5000}; });
  server_.Serve("/a", body_);
  options_.attempts = 1;
  EXPECT_EQ(Download({"/cut", "/a"}), server_.Url("/a"));
  EXPECT_TRUE(HasFile());
  EXPECT_EQ(server_.requests().back().Header("range"), "bytes=5000-");
  EXPECT_EQ(server_.requests().back().Header("if-range"), "");
}

TEST_F(Downloading, TakesTheWholeFileFromAServerThatIgnoresRanges) {
  testing::WriteFile(part_, body_.substr(0, 1234));
  server_.Serve("/a", [&](const HttpRequest&) { return HttpReply{200, body_}; });
  Download({"/a"});
  EXPECT_TRUE(HasFile());
  EXPECT_EQ(Asked(), 1U);
}

TEST_F(Downloading, RefusesAnotherPieceThanTheOneAskedFor) {
  testing::WriteFile(part_, body_.substr(0, 1234));
  ServeAfter("/a", {206, body_, {{"Content-Range", "bytes 0-299999/300000"}}});
  Download({"/a"});
  EXPECT_TRUE(HasFile());
  EXPECT_EQ(server_.requests().back().Header("range"), "");
}

TEST_F(Downloading, WrongSha256IsRefusedAndTheNextMirrorTried) {
  std::string wrong = body_;
  wrong[1000] = 'x';
  server_.Serve("/wrong", wrong);
  EXPECT_EQ(FaultOf([&] { Download({"/wrong"}); }),
            server_.Url("/wrong") + ": sent a file of sha256 " + Sha256Hex(wrong) + "; expected " +
                Sha256Hex(body_));
  EXPECT_FALSE(fs::exists(target_));
  EXPECT_FALSE(HasPart());
  EXPECT_EQ(Asked(), 1U);
  server_.Serve("/a", body_);
  EXPECT_EQ(Download({"/wrong", "/a"}), server_.Url("/a"));
  EXPECT_TRUE(HasFile());
}

TEST_F(Downloading, NotFoundThenTheMirror) {
  server_.Serve("/a", body_);
  EXPECT_EQ(Download({"/gone", "/a"}), server_.Url("/a"));
  EXPECT_EQ(Asked(), 2U);  // what is not there is not asked for again
}

TEST_F(Downloading, ShorterAndLongerFilesAreRefused) {
  server_.Serve("/short", body_.substr(1));
  server_.Serve("/long", body_ + "1");
  server_.Serve("/endless", [&](const HttpRequest&) {
    HttpReply reply{200, body_ + body_};
    reply.say_length = false;
    return reply;
  });
  const std::string size = std::to_string(body_.size());
  const std::string fault = FaultOf([&] { Download({"/short", "/long", "/endless"}); });
  EXPECT_EQ(fault, server_.Url("/short") + ": offers " + std::to_string(body_.size() - 1) +
                       " bytes; expected " + size + " bytes\n" + server_.Url("/long") +
                       ": offers " + std::to_string(body_.size() + 1) + " bytes; expected " + size +
                       " bytes\n" + server_.Url("/endless") + ": sends more than the " + size +
                       " bytes expected");
  EXPECT_EQ(Asked(), 3U);
  EXPECT_FALSE(fs::exists(target_));
  EXPECT_FALSE(HasPart());
}

TEST_F(Downloading, TruncatedEachTimeFailsAndKeepsThePart) {
  server_.Serve("/a", [&](const HttpRequest&) { return HttpReply{200, body_, {}, 5000}; });
  EXPECT_THAT(FaultOf([&] { Download({"/a"}); }), HasSubstr("(3 attempts)"));
  EXPECT_EQ(Asked(), 3U);
  EXPECT_FALSE(fs::exists(target_));
  EXPECT_TRUE(testing::ReadFile(part_) == body_.substr(0, 5000));
}

TEST_F(Downloading, StalledIsGivenUpAndResumed) {
  options_.stall_seconds = 1;
  // libcurl's speed is that of the last five seconds: few bytes before the silence.
  ServeAfter("/a", {200, body_, {}, 500, 10});
  const auto begun = std::chrono::steady_clock::now();
  std::string note;
  options_.note = [&](const std::string& text) { note = text; };
  Download({"/a"});
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(5));
  EXPECT_TRUE(HasFile());
  EXPECT_THAT(note, HasSubstr("stalled: less than 1000 bytes a second for 1 s"));
  EXPECT_EQ(server_.requests()[1].Header("range"), "bytes=500-");
}

TEST_F(Downloading, RedirectLoopIsRefused) {
  server_.Serve("/loop", [&](const HttpRequest&) {
    return HttpReply{301, "", {{"Location", server_.Url("/loop")}}};
  });
  EXPECT_EQ(FaultOf([&] { Download({"/loop"}); }),
            server_.Url("/loop") + ": redirects more than 5 times");
  EXPECT_EQ(Asked(), 6U);
}

TEST_F(Downloading, BusyServerIsAskedAgainWhenItSays) {
  ServeAfter("/a", {503, "busy", {{"Retry-After", "1"}}});
  const auto begun = std::chrono::steady_clock::now();
  Download({"/a"});
  EXPECT_GE(std::chrono::steady_clock::now() - begun, std::chrono::milliseconds(950));
  EXPECT_TRUE(HasFile());
  EXPECT_EQ(Asked(), 2U);
}

TEST_F(Downloading, AServerThatAsksForTooLongIsLeft) {
  server_.Serve("/busy", [](const HttpRequest&) {
    return HttpReply{429, "", {{"Retry-After", "3600"}}};
  });
  server_.Serve("/a", body_);
  EXPECT_EQ(Download({"/busy", "/a"}), server_.Url("/a"));
  EXPECT_EQ(Asked(), 2U);
}

TEST_F(Downloading, ServerErrorsArePassingAndRefusalsAreNot) {
  for (const auto& [status, attempts] : std::vector<std::pair<int, std::size_t>>{
           {500, 3}, {502, 3}, {504, 3}, {408, 3}, {501, 1}, {403, 1}, {410, 1}, {204, 1}}) {
    const std::size_t before = Asked();
    server_.Serve("/a", [status = status](const HttpRequest&) { return HttpReply{status, ""}; });
    EXPECT_THAT(FaultOf([&] { Download({"/a"}); }), HasSubstr("HTTP " + std::to_string(status)));
    EXPECT_EQ(Asked() - before, attempts) << status;
  }
}

TEST_F(Downloading, AHostThatCannotBeReachedIsNotWaitedForAgain) {
  DownloadRequest request = Request({});
  request.urls = {"https://localhost:1/a", "https://localhost:1/b"};
  Downloader downloader(options_);
  EXPECT_THAT(FaultOf([&] { downloader.Download(request); }),
              HasSubstr("\nhttps://localhost:1/b: localhost could not be reached before"));
}

TEST_F(Downloading, WithoutSha256NothingUnknownIsContinued) {
  DownloadRequest request = Request({"/a"});
  request.bytes = 0;
  request.sha256.clear();
  testing::WriteFile(part_, "other");
  ServeAfter("/a", {200, body_, {}, 5000});  // no ETag: the rest could be of another version
  Download(request);
  EXPECT_TRUE(HasFile());
  ASSERT_EQ(Asked(), 2U);
  for (const HttpRequest& asked : server_.requests()) EXPECT_EQ(asked.Header("range"), "");
  ServeAfter("/b", {200, body_, {{"ETag", "\"v1\""}}, 5000});
  request.urls = {server_.Url("/b")};
  Download(request);
  EXPECT_TRUE(HasFile());
  EXPECT_EQ(server_.requests().back().Header("if-range"), "\"v1\"");
}

TEST_F(Downloading, WithoutASizeTheLimitHolds) {
  DownloadRequest request = Request({"/a"});
  request.bytes = 0;
  request.max_bytes = 1000;
  server_.Serve("/a", body_);
  EXPECT_THAT(FaultOf([&] { Download(request); }), HasSubstr("bytes; expected at most 1000 bytes"));
}

// Each time 2 MiB come and the connection is cut: no attempt is nearer to the end than the last.
TEST_F(Downloading, AServerThatBeginsAnewAndCutsIsLeft) {
  const std::string large(4 << 20, 'x');
  DownloadRequest request = Request({"/a"});
  request.bytes = 0;
  request.sha256.clear();
  server_.Serve("/a", [&](const HttpRequest&) { return HttpReply{200, large, {}, 2 << 20}; });
  EXPECT_THAT(FaultOf([&] { Download(request); }), HasSubstr("(3 attempts)"));
  EXPECT_EQ(Asked(), 3U);
}

// A little more comes each time, so that each attempt is progress: the bytes of all are counted.
TEST_F(Downloading, AServerThatSendsALittleMoreEachTimeIsLeft) {
  const std::string large(64 << 20, 'x');
  DownloadRequest request = Request({"/a"});
  request.bytes = 0;
  request.sha256.clear();
  request.max_bytes = 64 << 20;
  std::atomic<std::size_t> sent{0};
  server_.Serve("/a", [&](const HttpRequest&) {
    return HttpReply{200, large, {}, sent += std::size_t{2} << 20};
  });
  EXPECT_THAT(FaultOf([&] { Download(request); }), HasSubstr(" attempts)"));
  EXPECT_LE(Asked(), 14U) << "2 + 4 + ... + 28 MiB are three times the most";
}

// The limit of a file's size stands for a full disk.
TEST_F(Downloading, ADiskThatRefusesLeavesNothing) {
  server_.Serve("/a", body_);
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = signal(SIGXFSZ, SIG_IGN);
  const rlimit small{100'000, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  const std::string fault = FaultOf([&] { Download({"/a", "/a"}); });
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
  signal(SIGXFSZ, handler);
  EXPECT_EQ(fault, target_.string() + " cannot be written: File too large");
  EXPECT_FALSE(fs::exists(target_));
  EXPECT_FALSE(HasPart());
  EXPECT_EQ(Asked(), 1U);
}

}  // namespace
}  // namespace mercer

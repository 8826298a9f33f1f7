// Nothing is downloaded but over HTTPS, from a server whose certificate is trusted.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/experiments/catalogue/fetch/downloading.h"

namespace mercer {
namespace {

using testing::Downloading;
using testing::FaultOf;
using ::testing::HasSubstr;
using testing::HttpReply;
using testing::HttpRequest;
using ::testing::StartsWith;
namespace fs = std::filesystem;

TEST_F(Downloading, RedirectToHttpIsRefused) {
  server_.Serve("/http", [&](const HttpRequest&) {
    return HttpReply{302, "", {{"Location", "http://localhost:1/a"}}};
  });
  EXPECT_THAT(FaultOf([&] { Download({"/http"}); }),
              StartsWith(server_.Url("/http") + ": leads to another protocol than https ("));
  EXPECT_EQ(Asked(), 1U);
}

TEST_F(Downloading, PlainHttpIsRefused) {
  DownloadRequest request = Request({});
  request.urls = {"http://localhost:1/a", "file:///etc/passwd"};
  const std::string fault = FaultOf([&] { Download(request); });
  EXPECT_THAT(fault, HasSubstr("http://localhost:1/a: leads to another protocol than https"));
  EXPECT_THAT(fault, HasSubstr("file:///etc/passwd: leads to another protocol than https"));
}

TEST_F(Downloading, UntrustedCertificateIsRefused) {
  const testing::HttpsServer other;
  options_.ca_file = other.certificate().string();
  server_.Serve("/a", body_);
  EXPECT_THAT(FaultOf([&] { Download({"/a"}); }), HasSubstr("certificate"));
  EXPECT_EQ(Asked(), 0U);
  EXPECT_FALSE(fs::exists(target_));
}

TEST_F(Downloading, CertificateOfAnotherHostIsRefused) {
  testing::HttpsServer other("other.example");
  other.Serve("/a", body_);
  options_.ca_file = other.certificate().string();
  DownloadRequest request = Request({});
  request.urls = {other.Url("/a")};
  EXPECT_THAT(FaultOf([&] { Download(request); }), HasSubstr("localhost"));
  EXPECT_TRUE(other.requests().empty());
}

TEST_F(Downloading, CertificatesAreTakenFromTheEnvironment) {
  server_.Serve("/a", body_);
  options_.ca_file.clear();
  const testing::HttpsServer other;
  {
    const testing::ScopedEnvironment bundle("CURL_CA_BUNDLE", other.certificate().string());
    const testing::ScopedEnvironment file("SSL_CERT_FILE", server_.certificate().string());
    EXPECT_THAT(FaultOf([&] { Download({"/a"}); }), HasSubstr("certificate"));
  }
  const testing::ScopedEnvironment bundle("CURL_CA_BUNDLE", "");
  const testing::ScopedEnvironment file("SSL_CERT_FILE", server_.certificate().string());
  Download({"/a"});
  EXPECT_TRUE(HasFile());
}

}  // namespace
}  // namespace mercer

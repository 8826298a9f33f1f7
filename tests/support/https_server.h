#ifndef MERCER_TESTS_SUPPORT_HTTPS_SERVER_H_
#define MERCER_TESTS_SUPPORT_HTTPS_SERVER_H_

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/support/files.h"

namespace mercer::testing {

struct HttpRequest {
  std::string path;
  std::map<std::string, std::string> headers;  // names in lower case

  /// The value of a header, "" where it is absent.
  std::string Header(const std::string& name) const;
};

struct HttpReply {
  int status = 200;
  std::string body{};
  std::vector<std::pair<std::string, std::string>> headers{};
  std::size_t send = std::string::npos;  // bytes of the body after which the connection is cut
  double stall_seconds = 0;              // silence before that cut
  bool say_length = true;                // Content-Length
};

/// The whole body, or the rest that a Range header asks for.
HttpReply Ranged(const HttpRequest& request, const std::string& body);

/// An HTTPS server on this machine, in threads of this process, with a certificate made for it. It
/// keeps programs of this process from using a proxy for localhost.
class HttpsServer {
 public:
  using Handler = std::function<HttpReply(const HttpRequest&)>;

  /// `host` is the name in the certificate.
  explicit HttpsServer(const std::string& host = "localhost");
  ~HttpsServer();
  HttpsServer(const HttpsServer&) = delete;
  HttpsServer& operator=(const HttpsServer&) = delete;

  /// What is answered at a path; 404 elsewhere.
  void Serve(const std::string& path, Handler handler);
  void Serve(const std::string& path, const std::string& body);

  /// https://localhost:PORT + path.
  std::string Url(const std::string& path) const;
  /// The certificate, to be trusted.
  std::filesystem::path certificate() const { return folder_ / "certificate.pem"; }
  /// So far, in the order in which they came.
  std::vector<HttpRequest> requests() const;

 private:
  struct Secrets;

  void Listen();
  void Talk(int socket);
  HttpReply ReplyTo(const HttpRequest& request);

  TemporaryFolder folder_{};
  std::unique_ptr<Secrets> secrets_;
  int listener_ = -1;
  int port_ = 0;
  std::atomic<bool> stop_{false};
  mutable std::mutex mutex_{};
  std::map<std::string, Handler> handlers_{};
  std::vector<HttpRequest> requests_{};
  std::vector<std::thread> talks_{};
  std::thread listening_{};
};

}  // namespace mercer::testing

#endif  // MERCER_TESTS_SUPPORT_HTTPS_SERVER_H_

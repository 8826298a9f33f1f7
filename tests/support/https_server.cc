#include "tests/support/https_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <openssl/ec.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <sstream>

#include "core/base/error.h"

namespace mercer::testing {
namespace {

using Key = std::unique_ptr<EVP_PKEY, void (*)(EVP_PKEY*)>;
using Certificate = std::unique_ptr<X509, void (*)(X509*)>;
using Context = std::unique_ptr<SSL_CTX, void (*)(SSL_CTX*)>;
using Connection = std::unique_ptr<SSL, void (*)(SSL*)>;

void AddExtension(X509* certificate, int nid, const std::string& value) {
  X509_EXTENSION* extension = X509V3_EXT_conf_nid(nullptr, nullptr, nid, value.c_str());
  MERCER_CHECK(extension != nullptr);
  MERCER_CHECK(X509_add_ext(certificate, extension, -1) == 1);
  X509_EXTENSION_free(extension);
}

// Signed by itself, good for a day.
Certificate MakeCertificate(const std::string& host, EVP_PKEY* key) {
  constexpr long kDay = 86'400;
  Certificate certificate(X509_new(), X509_free);
  X509* x = certificate.get();
  X509_set_version(x, 2);
  ASN1_INTEGER_set(X509_get_serialNumber(x), 1);
  X509_gmtime_adj(X509_getm_notBefore(x), -kDay);
  X509_gmtime_adj(X509_getm_notAfter(x), kDay);
  X509_set_pubkey(x, key);
  X509_NAME* name = X509_get_subject_name(x);
  X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC,
                             reinterpret_cast<const unsigned char*>(host.c_str()), -1, -1, 0);
  X509_set_issuer_name(x, name);
  AddExtension(x, NID_basic_constraints, "critical,CA:TRUE");
  AddExtension(x, NID_subject_alt_name, "DNS:" + host);
  MERCER_CHECK(X509_sign(x, key, EVP_sha256()) > 0);
  return certificate;
}

bool ReadRequest(SSL* ssl, HttpRequest* request) {
  std::string text;
  char byte = 0;
  while (text.size() < 65536 && text.find("\r\n\r\n") == text.npos) {
    if (SSL_read(ssl, &byte, 1) != 1) return false;
    text += byte;
  }
  std::istringstream lines(text);
  std::string line;
  std::getline(lines, line);
  const std::size_t first = line.find(' ');
  request->path = line.substr(first + 1, line.rfind(' ') - first - 1);
  while (std::getline(lines, line) && line != "\r") {
    const std::size_t colon = line.find(": ");
    if (colon == line.npos) continue;
    std::string name = line.substr(0, colon);
    for (char& c : name) c = static_cast<char>(std::tolower(c));
    request->headers[name] = line.substr(colon + 2, line.size() - colon - 3);
  }
  return true;
}

bool WriteAll(SSL* ssl, const std::string& bytes) {
  return bytes.empty() || SSL_write(ssl, bytes.data(), static_cast<int>(bytes.size())) > 0;
}

std::string HeadOf(const HttpReply& reply) {
  std::string head = "HTTP/1.1 " + std::to_string(reply.status) + " -\r\nConnection: close\r\n";
  if (reply.say_length) head += "Content-Length: " + std::to_string(reply.body.size()) + "\r\n";
  for (const auto& header : reply.headers) head += header.first + ": " + header.second + "\r\n";
  return head + "\r\n";
}

}  // namespace

struct HttpsServer::Secrets {
  Key key{EVP_EC_gen("P-256"), EVP_PKEY_free};
  Context context{SSL_CTX_new(TLS_server_method()), SSL_CTX_free};
};

std::string HttpRequest::Header(const std::string& name) const {
  const auto found = headers.find(name);
  return found == headers.end() ? "" : found->second;
}

HttpReply Ranged(const HttpRequest& request, const std::string& body) {
  const std::string range = request.Header("range");
  if (range.empty()) return {200, body};
  const std::size_t from = std::stoul(range.substr(range.find('=') + 1));
  if (from >= body.size())
    return {416, "", {{"Content-Range", "bytes */" + std::to_string(body.size())}}};
  const std::string size = std::to_string(body.size());
  return {206,
          body.substr(from),
          {{"Content-Range",
            "bytes " + std::to_string(from) + "-" + std::to_string(body.size() - 1) + "/" + size}}};
}

HttpsServer::HttpsServer(const std::string& host) : secrets_(std::make_unique<Secrets>()) {
  // A client that hangs up is part of the tests.
  signal(SIGPIPE, SIG_IGN);
  setenv("no_proxy", "localhost", 1);
  const Certificate made = MakeCertificate(host, secrets_->key.get());
  std::FILE* file = std::fopen(certificate().c_str(), "w");
  MERCER_CHECK(file != nullptr && PEM_write_X509(file, made.get()) == 1);
  std::fclose(file);
  MERCER_CHECK(SSL_CTX_use_certificate(secrets_->context.get(), made.get()) == 1);
  MERCER_CHECK(SSL_CTX_use_PrivateKey(secrets_->context.get(), secrets_->key.get()) == 1);
  listener_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* place = reinterpret_cast<sockaddr*>(&address);
  MERCER_CHECK(bind(listener_, place, size) == 0 && listen(listener_, 16) == 0);
  MERCER_CHECK(getsockname(listener_, place, &size) == 0);
  port_ = ntohs(address.sin_port);
  listening_ = std::thread([this] { Listen(); });
}

HttpsServer::~HttpsServer() {
  stop_ = true;
  listening_.join();
  for (std::thread& talk : talks_) talk.join();
  close(listener_);
}

void HttpsServer::Serve(const std::string& path, Handler handler) {
  const std::lock_guard<std::mutex> lock(mutex_);
  handlers_[path] = std::move(handler);
}

void HttpsServer::Serve(const std::string& path, const std::string& body) {
  Serve(path, [body](const HttpRequest& request) { return Ranged(request, body); });
}

std::string HttpsServer::Url(const std::string& path) const {
  return "https://localhost:" + std::to_string(port_) + path;
}

std::vector<HttpRequest> HttpsServer::requests() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return requests_;
}

void HttpsServer::Listen() {
  while (!stop_) {
    pollfd waiting{listener_, POLLIN, 0};
    if (poll(&waiting, 1, 20) <= 0) continue;
    const int socket = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (socket >= 0) talks_.emplace_back([this, socket] { Talk(socket); });
  }
}

HttpReply HttpsServer::ReplyTo(const HttpRequest& request) {
  Handler handler;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    requests_.push_back(request);
    const auto found = handlers_.find(request.path);
    if (found == handlers_.end()) return {404, "not here"};
    handler = found->second;
  }
  return handler(request);
}

void HttpsServer::Talk(int socket) {
  // A client that says nothing must not keep the test from ending.
  const timeval patience{5, 0};
  setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  const Connection ssl(SSL_new(secrets_->context.get()), SSL_free);
  SSL_set_fd(ssl.get(), socket);
  HttpRequest request;
  if (SSL_accept(ssl.get()) == 1 && ReadRequest(ssl.get(), &request)) {
    const HttpReply reply = ReplyTo(request);
    const bool cut = reply.send < reply.body.size();
    const bool sent =
        WriteAll(ssl.get(), HeadOf(reply)) && WriteAll(ssl.get(), reply.body.substr(0, reply.send));
    const auto end = std::chrono::steady_clock::now() +
                     std::chrono::duration<double>(sent ? reply.stall_seconds : 0);
    while (!stop_ && std::chrono::steady_clock::now() < end) {
      pollfd gone{socket, POLLRDHUP, 0};
      if (poll(&gone, 1, 20) > 0) break;
    }
    if (sent && !cut) SSL_shutdown(ssl.get());
  }
  shutdown(socket, SHUT_RDWR);
  close(socket);
}

}  // namespace mercer::testing

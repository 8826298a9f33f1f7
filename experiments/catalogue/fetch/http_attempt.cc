#include "experiments/catalogue/fetch/http_attempt.h"

#include <curl/curl.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "core/base/text.h"
#include "experiments/catalogue/fetch/pending_file.h"

namespace mercer {
namespace {

using Handle = std::unique_ptr<CURL, void (*)(CURL*)>;
using Lines = std::unique_ptr<curl_slist, void (*)(curl_slist*)>;

constexpr long kOk = 200;
constexpr long kPartialContent = 206;
constexpr long kRangeNotSatisfiable = 416;

// What the callbacks of one request share.
struct Response {
  CURL* handle = nullptr;
  const DownloadRequest* request = nullptr;
  const DownloadOptions* options = nullptr;
  PartFile* part = nullptr;
  bool begun = false;
  bool resumed = false;
  int write_errno = 0;
  std::string fault{};   // of what the server offers; nothing is stored then
  bool restart = false;  // the fault is one of going on, not of the file
  bool spoiled = false;  // what was stored is of another file
  std::string etag{};
  std::string* part_etag = nullptr;
  std::string content_range{};
};

long Status(CURL* handle) {
  long status = 0;
  curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
  return status;
}

std::string Bytes(std::uint64_t count) { return std::to_string(count) + " bytes"; }

// Compares the size that the server promises with the manifest's; 0: it promises none.
void CheckSize(Response* response, std::uint64_t total) {
  const DownloadRequest& request = *response->request;
  if (total == 0) return;
  if (request.bytes != 0 && total != request.bytes)
    response->fault = "offers " + Bytes(total) + "; expected " + Bytes(request.bytes);
  else if (request.bytes == 0 && total > request.max_bytes)
    response->fault = "offers " + Bytes(total) + "; expected at most " + Bytes(request.max_bytes);
}

// "bytes 100-199/200": where the piece begins and how long the whole is ("*": not said).
void CheckRange(Response* response) {
  unsigned long long first = 0;
  unsigned long long last = 0;
  unsigned long long total = 0;
  const int read = std::sscanf(response->content_range.c_str(), "bytes %20llu-%20llu/%20llu",
                               &first, &last, &total);
  if (read >= 2 && first == response->part->size()) {
    response->resumed = first > 0;
    CheckSize(response, read == 3 ? total : 0);
    return;
  }
  response->restart = true;
  response->fault = "sent another piece than the one asked for (" + response->content_range + ")";
}

// Before the first byte of a body is stored, and after a response without any.
void Begin(Response* response) {
  if (response->begun) return;
  response->begun = true;
  const long status = Status(response->handle);
  if (status == kPartialContent) {
    CheckRange(response);
  } else if (status == kOk) {
    curl_off_t length = -1;
    curl_easy_getinfo(response->handle, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length);
    CheckSize(response, length > 0 ? static_cast<std::uint64_t>(length) : 0);
    if (!response->fault.empty()) return;
    response->part->Clear();
    *response->part_etag = response->etag;
  } else {
    response->fault = "HTTP " + std::to_string(status);
  }
}

std::size_t OnBody(char* bytes, std::size_t, std::size_t count, void* user) {
  auto* response = static_cast<Response*>(user);
  // Nothing may be thrown through libcurl; a short count ends the transfer.
  try {
    Begin(response);
    if (!response->fault.empty()) return 0;
    const DownloadRequest& request = *response->request;
    const std::uint64_t limit = request.bytes != 0 ? request.bytes : request.max_bytes;
    if (response->part->size() + count > limit) {
      response->fault = "sends more than the " + Bytes(limit) + " expected";
      response->spoiled = true;
      return 0;
    }
    if (!response->part->Append(bytes, count)) {
      response->write_errno = errno;
      return 0;
    }
    if (response->options->progress)
      response->options->progress(response->part->size(), request.bytes);
    return count;
  } catch (const InvalidInput&) {
    response->write_errno = errno != 0 ? errno : EIO;
    return 0;
  }
}

// The value of a header line where its name is the one given (lower case), else "".
std::string HeaderValue(std::string_view line, std::string_view name) {
  const auto same = [](char a, char b) {
    return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
  };
  if (line.size() <= name.size() || line[name.size()] != ':' ||
      !std::equal(name.begin(), name.end(), line.begin(),
                  [&](char wanted, char got) { return same(got, wanted); }))
    return "";
  line.remove_prefix(name.size() + 1);
  const std::size_t first = line.find_first_not_of(" \t");
  const std::size_t last = line.find_last_not_of(" \t\r\n");
  return first == line.npos ? "" : std::string(line.substr(first, last - first + 1));
}

std::size_t OnHeader(char* bytes, std::size_t, std::size_t count, void* user) {
  auto* response = static_cast<Response*>(user);
  const std::string_view line(bytes, count);
  if (line.starts_with("HTTP/")) {  // of the next response, where a redirect was followed
    response->etag.clear();
    response->content_range.clear();
  }
  const std::string etag = HeaderValue(line, "etag");
  if (!etag.empty() && !etag.starts_with("W/")) response->etag = etag;
  const std::string range = HeaderValue(line, "content-range");
  if (!range.empty()) response->content_range = range;
  return count;
}

std::string TrustedCertificates(const DownloadOptions& options) {
  if (!options.ca_file.empty()) return options.ca_file;
  for (const char* name : {"CURL_CA_BUNDLE", "SSL_CERT_FILE"}) {
    const char* value = std::getenv(name);
    if (value != nullptr && *value != '\0') return value;
  }
  return "";
}

bool IsPassing(CURLcode code) {
  switch (code) {
    case CURLE_OPERATION_TIMEDOUT:
    case CURLE_PARTIAL_FILE:
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR:
    case CURLE_GOT_NOTHING:
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM:
      return true;
    default:
      return false;
  }
}

bool IsPassing(long status) {
  constexpr long kNotImplemented = 501;
  constexpr long kVersionNotSupported = 505;
  return status == 408 || status == 429 ||
         (status >= 500 && status != kNotImplemented && status != kVersionNotSupported);
}

void SetUp(CURL* handle, const std::string& url, const DownloadOptions& options,
           Response* response) {
  curl_easy_setopt(handle, CURLOPT_URL, url.c_str());
  curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "https");
  curl_easy_setopt(handle, CURLOPT_REDIR_PROTOCOLS_STR, "https");
  curl_easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 1L);
  curl_easy_setopt(handle, CURLOPT_MAXREDIRS, options.max_redirects);
  curl_easy_setopt(handle, CURLOPT_SSL_VERIFYPEER, 1L);
  curl_easy_setopt(handle, CURLOPT_SSL_VERIFYHOST, 2L);
  const std::string trusted = TrustedCertificates(options);
  if (!trusted.empty()) curl_easy_setopt(handle, CURLOPT_CAINFO, trusted.c_str());
  curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT_MS, options.connect_ms);
  curl_easy_setopt(handle, CURLOPT_LOW_SPEED_LIMIT, options.stall_bytes);
  curl_easy_setopt(handle, CURLOPT_LOW_SPEED_TIME, options.stall_seconds);
  curl_easy_setopt(handle, CURLOPT_USERAGENT, "mercer");
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, OnBody);
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, response);
  curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, OnHeader);
  curl_easy_setopt(handle, CURLOPT_HEADERDATA, response);
}

HttpOutcome Passing(std::string fault) { return {HttpOutcome::Kind::kPassing, std::move(fault)}; }
HttpOutcome Final(std::string fault) { return {HttpOutcome::Kind::kFinal, std::move(fault)}; }

// A response that came, with a status that is no success.
HttpOutcome Refusal(CURL* handle, PartFile* part) {
  const long status = Status(handle);
  const std::string fault = "HTTP " + std::to_string(status);
  // There is nothing after what is there: it is no beginning of this file.
  if (status == kRangeNotSatisfiable && part->size() > 0) {
    part->Clear();
    return Passing(fault);
  }
  if (!IsPassing(status)) return Final(fault);
  HttpOutcome outcome = Passing(fault);
  curl_off_t wait = 0;
  curl_easy_getinfo(handle, CURLINFO_RETRY_AFTER, &wait);
  outcome.retry_after = static_cast<double>(wait);
  return outcome;
}

// A transfer that libcurl did not bring to its end, for a reason that is not ours.
HttpOutcome Failure(CURL* handle, CURLcode code, const char* detail,
                    const DownloadOptions& options) {
  const std::string text = *detail != '\0' ? detail : curl_easy_strerror(code);
  if (code == CURLE_TOO_MANY_REDIRECTS)
    return Final("redirects more than " + std::to_string(options.max_redirects) + " times");
  if (code == CURLE_UNSUPPORTED_PROTOCOL)
    return Final("leads to another protocol than https (" + text + ")");
  HttpOutcome outcome = IsPassing(code) ? Passing(text) : Final(text);
  curl_off_t connected = 0;
  curl_easy_getinfo(handle, CURLINFO_CONNECT_TIME_T, &connected);
  outcome.unreachable = connected == 0;
  curl_off_t secured = 0;
  curl_easy_getinfo(handle, CURLINFO_APPCONNECT_TIME_T, &secured);
  if (code == CURLE_OPERATION_TIMEDOUT && secured != 0)
    outcome.fault = "stalled: less than " + std::to_string(options.stall_bytes) +
                    " bytes a second for " + std::to_string(options.stall_seconds) + " s";
  return outcome;
}

HttpOutcome Judge(CURL* handle, CURLcode code, const char* detail, Response* response,
                  const DownloadOptions& options) {
  const long status = Status(handle);
  if (code == CURLE_OK && (status == kOk || status == kPartialContent)) Begin(response);
  if (response->restart) {
    response->part->Clear();
    return Passing(response->fault);
  }
  // The body of a refusal is not read, which libcurl calls an error.
  const bool cut_by_us = code == CURLE_WRITE_ERROR && !response->fault.empty();
  if ((code == CURLE_OK || cut_by_us) && status != kOk && status != kPartialContent)
    return Refusal(handle, response->part);
  if (!response->fault.empty()) {
    if (response->spoiled) response->part->Clear();
    return Final(response->fault);
  }
  if (code != CURLE_OK) return Failure(handle, code, detail, options);
  const std::uint64_t size = response->part->size();
  const std::uint64_t expected = response->request->bytes;
  if (expected != 0 && size < expected)
    return Passing("sent " + Bytes(size) + "; expected " + Bytes(expected));
  return {};
}

}  // namespace

HttpOutcome HttpGet(const std::string& url, const DownloadRequest& request,
                    const DownloadOptions& options, std::string* etag, PartFile* part) {
  static const CURLcode ready = curl_global_init(CURL_GLOBAL_DEFAULT);
  MERCER_CHECK(ready == CURLE_OK);
  const Handle handle(curl_easy_init(), curl_easy_cleanup);
  MERCER_CHECK(handle != nullptr);
  Response response{handle.get(), &request, &options, part};
  std::array<char, CURL_ERROR_SIZE> detail{};
  response.part_etag = etag;
  SetUp(handle.get(), url, options, &response);
  curl_easy_setopt(handle.get(), CURLOPT_ERRORBUFFER, detail.data());
  Lines headers(nullptr, curl_slist_free_all);
  if (part->size() > 0) {
    // CURLOPT_RESUME_FROM fails where a server sends the whole file; that is no fault here.
    curl_easy_setopt(handle.get(), CURLOPT_RANGE, (std::to_string(part->size()) + "-").c_str());
    if (!etag->empty()) headers.reset(curl_slist_append(nullptr, ("If-Range: " + *etag).c_str()));
    curl_easy_setopt(handle.get(), CURLOPT_HTTPHEADER, headers.get());
  }
  const CURLcode code = curl_easy_perform(handle.get());
  if (response.write_errno != 0) {
    // Frees the disk for what else needs it: this file does not fit.
    part->Clear();
    errno = response.write_errno;
    FailWriting(request.target);
  }
  HttpOutcome outcome = Judge(handle.get(), code, detail.data(), &response, options);
  outcome.resumed = response.resumed;
  return outcome;
}

std::string HostOf(const std::string& url) {
  const std::unique_ptr<CURLU, void (*)(CURLU*)> parsed(curl_url(), curl_url_cleanup);
  char* host = nullptr;
  if (curl_url_set(parsed.get(), CURLUPART_URL, url.c_str(), 0) != CURLUE_OK ||
      curl_url_get(parsed.get(), CURLUPART_HOST, &host, 0) != CURLUE_OK)
    return "";
  std::string text = host;
  curl_free(host);
  return text;
}

}  // namespace mercer

#include "core/distributed/communicator.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <sstream>
#include <vector>

#include "core/base/error.h"
#include "core/base/sha256.h"
#include "core/base/stopwatch.h"

namespace mercer {
namespace {

// Values that are reduced at a time, so that the second copy of a large matrix stays small.
constexpr std::size_t kChunk = std::size_t{1} << 17;

// The only NaN of a result: of two others the order of the operands would decide.
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// Adds the seconds of its life, and those of the processor, to sums.
class Timed {
 public:
  Timed(double& seconds, double& cpu_seconds) : seconds_(seconds), cpu_seconds_(cpu_seconds) {}
  ~Timed() {
    seconds_ += watch_.Seconds();
    cpu_seconds_ += ProcessCpuSeconds() - cpu_before_;
  }
  Timed(const Timed&) = delete;
  Timed& operator=(const Timed&) = delete;

 private:
  double& seconds_;
  double& cpu_seconds_;
  double cpu_before_ = ProcessCpuSeconds();
  Stopwatch watch_;
};

// By the hash, since the texts of many ranks are much to send to each of them.
bool IsSameOnAll(const std::string& text, Communicator& communicator) {
  const std::string hash = Sha256Hex(text);
  std::vector<double> largest;  // of parts of the hash, and of what they are below zero
  for (std::size_t at = 0; at < hash.size(); at += 8) {
    const auto part = static_cast<double>(std::stoul(hash.substr(at, 8), nullptr, 16));
    largest.push_back(part);
    largest.push_back(-part);
  }
  communicator.Max(largest);
  for (std::size_t i = 0; i < largest.size(); i += 2)
    if (largest[i] != -largest[i + 1]) return false;
  return true;
}

}  // namespace

void Communicator::Send(int to, const void* data, std::size_t bytes) {
  bytes_sent_ += static_cast<double>(bytes);
  DoSend(to, data, bytes);
}

template <class Combine>
void Communicator::Reduce(std::span<double> values, const Combine& combine) {
  if (size_ == 1) return;
  const Timed timed(seconds_, cpu_seconds_);
  const int power = static_cast<int>(std::bit_floor(static_cast<unsigned>(size_)));
  std::vector<double> theirs(std::min(values.size(), kChunk));
  for (std::size_t begin = 0; begin < values.size(); begin += kChunk) {
    const std::span<double> chunk = values.subspan(begin, std::min(kChunk, values.size() - begin));
    const std::size_t bytes = chunk.size_bytes();
    const auto add = [&] {
      for (std::size_t i = 0; i < chunk.size(); ++i) chunk[i] = combine(chunk[i], theirs[i]);
    };
    // Ranks beyond the power of two give their values to one below it, and get the result.
    if (rank_ >= power) {
      Send(rank_ - power, chunk.data(), bytes);
      DoReceive(rank_ - power, chunk.data(), bytes);
      continue;
    }
    const bool has_partner = rank_ + power < size_;
    if (has_partner) {
      DoReceive(rank_ + power, theirs.data(), bytes);
      add();
    }
    // Both sides of an exchange add the same two numbers, so that all end with the same bits.
    for (int distance = 1; distance < power; distance *= 2) {
      bytes_sent_ += static_cast<double>(bytes);
      DoExchange(rank_ ^ distance, chunk.data(), theirs.data(), bytes);
      add();
    }
    if (has_partner) Send(rank_ + power, chunk.data(), bytes);
  }
}

void Communicator::Sum(std::span<double> values) {
  Reduce(values, [](double a, double b) {
    const double sum = a + b;
    return std::isnan(sum) ? kNaN : sum;
  });
}

void Communicator::Max(std::span<double> values) {
  Reduce(values, [](double a, double b) {
    if (std::isnan(a) || std::isnan(b)) return kNaN;
    if (a == 0 && b == 0) return a + b;  // +0 unless both are -0
    return a < b ? b : a;
  });
}

void Communicator::SendText(int to, const std::string& text) {
  const Timed timed(seconds_, cpu_seconds_);
  const std::uint64_t bytes = text.size();
  Send(to, &bytes, sizeof bytes);
  if (bytes > 0) Send(to, text.data(), text.size());
}

std::string Communicator::ReceiveText(int from) {
  const Timed timed(seconds_, cpu_seconds_);
  std::uint64_t bytes = 0;
  DoReceive(from, &bytes, sizeof bytes);
  std::string text(bytes, '\0');
  if (bytes > 0) DoReceive(from, text.data(), text.size());
  return text;
}

std::vector<std::string> Communicator::Gather(const std::string& text) {
  std::string packed;  // the length of each, and the text
  const auto pack = [&packed](const std::string& each) {
    const std::uint64_t bytes = each.size();
    packed.append(reinterpret_cast<const char*>(&bytes), sizeof bytes).append(each);
  };
  if (rank_ > 0) {
    SendText(0, text);
    packed = ReceiveText(0);
  } else {
    pack(text);
    for (int from = 1; from < size_; ++from) pack(ReceiveText(from));
    for (int to = 1; to < size_; ++to) SendText(to, packed);
  }
  std::vector<std::string> texts;
  for (std::size_t at = 0; at < packed.size();) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, packed.data() + at, sizeof bytes);
    texts.push_back(packed.substr(at + sizeof bytes, bytes));
    at += sizeof bytes + bytes;
  }
  return texts;
}

void Communicator::Together(const std::function<void()>& body) {
  if (size_ == 1) {
    body();
    return;
  }
  std::optional<std::string> fault;
  try {
    body();
  } catch (const InvalidInput& error) {
    fault = error.what();
  }
  double faults = fault ? 1 : 0;
  Sum({&faults, 1});
  if (faults == 0) return;
  const std::vector<std::string> texts = Gather(fault ? "x" + *fault : "");
  for (std::size_t rank = 0; rank < texts.size(); ++rank) {
    if (!texts[rank].empty())
      throw InvalidInput("rank " + std::to_string(rank) + ": " + texts[rank].substr(1));
  }
}

void SingleProcess::DoSend(int, const void*, std::size_t) { MERCER_CHECK(!"no other rank"); }
void SingleProcess::DoReceive(int, void*, std::size_t) { MERCER_CHECK(!"no other rank"); }
void SingleProcess::DoExchange(int, const void*, void*, std::size_t) {
  MERCER_CHECK(!"no other rank");
}

void RequireSame(const std::string& what, const std::string& text, Communicator& communicator) {
  if (IsSameOnAll(text, communicator)) return;
  const std::vector<std::string> texts = communicator.Gather(text);
  for (std::size_t rank = 1; rank < texts.size(); ++rank) {
    if (texts[rank] == texts[0]) continue;
    std::istringstream first(texts[0]), other(texts[rank]);
    std::string expected = "nothing", got = "nothing";
    while (expected == got && (first || other)) {
      if (!std::getline(first, expected)) expected = "nothing";
      if (!std::getline(other, got)) got = "nothing";
    }
    if (expected == got) {  // only the end of the last line differs
      expected = std::to_string(texts[0].size()) + " bytes";
      got = std::to_string(texts[rank].size()) + " bytes";
    }
    throw InvalidInput("rank " + std::to_string(rank) + " has another " + what + " than rank 0: '" +
                       got + "' in place of '" + expected + "'; expected the same on every rank");
  }
}

}  // namespace mercer

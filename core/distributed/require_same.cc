#include "core/distributed/require_same.h"

#include <sstream>
#include <vector>

#include "core/base/error.h"
#include "core/base/sha256.h"

namespace mercer {
namespace {

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

void RequireSame(const std::string& what, const std::string& text, Communicator& communicator) {
  if (IsSameOnAll(text, communicator)) return;
  const std::vector<std::string> texts = communicator.Gather(text);
  for (std::size_t rank = 1; rank < texts.size(); ++rank) {
    if (texts[rank] == texts[0]) continue;
    std::istringstream first(texts[0]), other(texts[rank]);
    std::string expected = "nothing", got = "nothing";
    while (expected == got) {
      if (!std::getline(first, expected)) expected = "nothing";
      if (!std::getline(other, got)) got = "nothing";
    }
    throw InvalidInput("rank " + std::to_string(rank) + " has another " + what + " than rank 0: '" +
                       got + "' in place of '" + expected + "'; expected the same on every rank");
  }
}

}  // namespace mercer

#include "experiments/run/machine/core_claims.h"

#include <unistd.h>

#include <algorithm>
#include <string>

#include "core/base/error.h"

namespace mercer {
namespace {

// Not in $TMPDIR, which may be a folder of each run's own. The file of another user could not be
// written, so each user has one.
std::filesystem::path FileOfThisUser() { return "/tmp/mercer-cores-" + std::to_string(geteuid()); }

std::string NameOf(int core) { return "core " + std::to_string(core); }

}  // namespace

CoreClaims::CoreClaims() : CoreClaims(FileOfThisUser()) {}

CoreClaims::CoreClaims(const std::filesystem::path& file) {
  try {
    claims_ = std::make_unique<Claims>(file);
  } catch (const InvalidInput&) {  // trials run without claims too
  }
}

CoreClaims::~CoreClaims() { ReleaseAllBut(0); }

bool CoreClaims::TakeOne(int core) {
  if (claims_ == nullptr || std::count(taken_.begin(), taken_.end(), core) > 0) return true;
  try {
    if (!claims_->Take(NameOf(core))) return false;
  } catch (const InvalidInput&) {  // a file system without locks
    return true;
  }
  taken_.push_back(core);
  return true;
}

void CoreClaims::ReleaseAllBut(std::size_t first) {
  for (; taken_.size() > first; taken_.pop_back()) claims_->Release(NameOf(taken_.back()));
}

std::vector<int> CoreClaims::TakeFree(const std::vector<int>& cores, std::size_t count) {
  const std::size_t before = taken_.size();
  std::vector<int> free;
  for (auto core = cores.rbegin(); core != cores.rend() && free.size() < count; ++core)
    if (TakeOne(*core)) free.push_back(*core);
  if (free.size() == count) return {free.rbegin(), free.rend()};
  ReleaseAllBut(before);
  return {};
}

void CoreClaims::Take(const std::vector<int>& cores) {
  for (const int core : cores) TakeOne(core);
}

}  // namespace mercer

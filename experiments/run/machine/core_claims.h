#ifndef MERCER_EXPERIMENTS_RUN_MACHINE_CORE_CLAIMS_H_
#define MERCER_EXPERIMENTS_RUN_MACHINE_CORE_CLAIMS_H_

#include <cstddef>
#include <filesystem>
#include <memory>
#include <vector>

#include "experiments/store/disk/claims.h"

namespace mercer {

/// The cores that this process has claimed for its trials, so that runs at the same time use
/// different ones. A claim ends with this object or its process. Runs see each other's claims
/// through a file that they share. If that cannot be written, all cores are free.
class CoreClaims {
 public:
  /// With the file of this user's runs on this machine, in /tmp.
  CoreClaims();
  explicit CoreClaims(const std::filesystem::path& file);
  ~CoreClaims();
  CoreClaims(const CoreClaims&) = delete;
  CoreClaims& operator=(const CoreClaims&) = delete;

  /// Claims the last `count` of the cores that no other process has claimed and returns them, in
  /// their order. Returns none, and claims none, if fewer are free.
  std::vector<int> TakeFree(const std::vector<int>& cores, std::size_t count);

  /// Claims those of the cores that no other process has claimed.
  void Take(const std::vector<int>& cores);

 private:
  /// Whether the core is free or this object's own already; it is the latter then.
  bool TakeOne(int core);
  /// Keeps the `first` cores that were taken first.
  void ReleaseAllBut(std::size_t first);

  std::unique_ptr<Claims> claims_;  // null if the file cannot be written
  std::vector<int> taken_;
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_MACHINE_CORE_CLAIMS_H_

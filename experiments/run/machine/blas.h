#ifndef MERCER_EXPERIMENTS_RUN_MACHINE_BLAS_H_
#define MERCER_EXPERIMENTS_RUN_MACHINE_BLAS_H_

#include <optional>
#include <string>

namespace mercer {

/// The BLAS that the learners' libraries call, which may be another on every machine.
struct BlasInfo {
  std::string library;           // "openblas-pthread/libblas.so.3"; "" where none is loaded
  std::string description;       // what it says of itself; "" where it does not
  std::optional<int> threads{};  // that it uses
};
BlasInfo LoadedBlas();

/// One thread, so that sums and times do not follow the number of cores; unless the user chose a
/// number (OPENBLAS_NUM_THREADS or OMP_NUM_THREADS), or the library does not offer it.
void UseOneBlasThread();

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_MACHINE_BLAS_H_

#ifndef MERCER_EXPERIMENTS_RUN_MACHINE_SYSTEM_FACTS_H_
#define MERCER_EXPERIMENTS_RUN_MACHINE_SYSTEM_FACTS_H_

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace mercer {

/// The time in UTC, formatted by strftime.
std::string UtcNow(const char* format);

/// One to three numbers: the load of the last 1, 5 and 15 minutes; none where the system does not
/// tell.
std::vector<double> LoadAverage();

/// "Debian GNU/Linux 12 (bookworm), Linux 6.1.0".
std::string OperatingSystem();

/// The processor's name; "" where the system does not tell.
std::string ProcessorName();

/// For which instructions this program is compiled, in one word: "avx512", "avx2+fma", "sse4.2",
/// "neon".
std::string CompiledInstructionSet();

/// That, and after a stroke what the machine has, where that is more: "sse4.2/avx512". The C
/// library's functions, FFTW and BLAS choose by it which of their own instructions they use, and so
/// the last digits of what they compute.
std::string InstructionSet();

/// How the clock of the cores may change while something is timed. `cpu_folder` is
/// /sys/devices/system/cpu or one made like it.
struct FrequencyScaling {
  std::string governor;         // "performance"; several joined by ", "; "" where not told
  std::optional<bool> boost{};  // whether clocks above the nominal one are allowed
};
FrequencyScaling ReadFrequencyScaling(const std::filesystem::path& cpu_folder);

/// Threads that OpenMP regions would use; none where no OpenMP runtime is loaded.
std::optional<int> OpenMpThreads();

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

#endif  // MERCER_EXPERIMENTS_RUN_MACHINE_SYSTEM_FACTS_H_

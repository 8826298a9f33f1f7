#ifndef MERCER_EXPERIMENTS_RUN_MACHINE_SYSTEM_FACTS_H_
#define MERCER_EXPERIMENTS_RUN_MACHINE_SYSTEM_FACTS_H_

#include <ctime>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace mercer {

/// A time in UTC, formatted by strftime, and the present one.
std::string UtcText(std::time_t when, const char* format);
std::string UtcNow(const char* format);

/// The load averages of the last 1, 5 and 15 minutes: one to three numbers, or none if the system
/// does not report them.
std::vector<double> LoadAverage();

/// The operating system, such as "Debian GNU/Linux 12 (bookworm), Linux 6.1.0".
std::string OperatingSystem();

/// The processor's name; "" if the system does not report it.
std::string ProcessorName();

/// The instruction set this program was compiled for, in one word: "avx512", "avx2+fma", "sse4.2",
/// "neon".
std::string CompiledInstructionSet();

/// CompiledInstructionSet(), followed by a slash and the instruction set of the machine if that
/// differs: "sse4.2/avx512". The C library, FFTW and BLAS choose their code by the machine's
/// instruction set, which affects the last digits of their results.
std::string InstructionSet();

/// How the clock rate of the cores may change during a measurement. `cpu_folder` is
/// /sys/devices/system/cpu or a folder of the same form.
struct FrequencyScaling {
  std::string governor;         // "performance"; several joined by ", "; "" if unknown
  std::optional<bool> boost{};  // whether clocks above the nominal one are allowed
};
FrequencyScaling ReadFrequencyScaling(const std::filesystem::path& cpu_folder);

/// The number of threads that OpenMP regions would use; nullopt if no OpenMP runtime is loaded.
std::optional<int> OpenMpThreads();

/// The BLAS library that the learners call. It may differ between machines.
struct BlasInfo {
  std::string library;           // "openblas-pthread/libblas.so.3"; "" if none is loaded
  std::string description;       // its own description; "" if it has none
  std::optional<int> threads{};  // the number it uses
};
BlasInfo LoadedBlas();

/// Sets BLAS to one thread, so that sums and times do not depend on the number of cores. Does
/// nothing if the user chose a number (OPENBLAS_NUM_THREADS or OMP_NUM_THREADS) or if the library
/// does not support it.
void UseOneBlasThread();

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_MACHINE_SYSTEM_FACTS_H_

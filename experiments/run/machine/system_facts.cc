#include "experiments/run/machine/system_facts.h"

#include <dlfcn.h>
#include <link.h>
#include <sys/utsname.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include "core/base/text.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

/// The value after "key" and a separator in a file of such lines; "" where there is none.
std::string ValueInFile(const char* path, const std::string& key, char separator) {
  std::ifstream in(path);
  std::string line;
  while (std::getline(in, line)) {
    const std::size_t at = line.find(separator);
    if (!line.starts_with(key) || at == std::string::npos) continue;
    std::string value = line.substr(at + 1);
    const std::size_t first = value.find_first_not_of(" \t\"");
    const std::size_t last = value.find_last_not_of(" \t\"");
    return first == std::string::npos ? "" : value.substr(first, last - first + 1);
  }
  return "";
}

std::string FirstWord(const fs::path& path) {
  std::ifstream in(path);
  std::string word;
  in >> word;
  return word;
}

std::optional<bool> Boost(const fs::path& cpu_folder) {
  const std::string boost = FirstWord(cpu_folder / "cpufreq" / "boost");
  if (!boost.empty()) return boost == "1";
  const std::string no_turbo = FirstWord(cpu_folder / "intel_pstate" / "no_turbo");
  if (!no_turbo.empty()) return no_turbo == "0";
  return std::nullopt;
}

int FindBlas(dl_phdr_info* info, std::size_t, void* found) {
  const std::filesystem::path path = info->dlpi_name;
  if (!path.filename().string().starts_with("libblas.so")) return 0;
  // The name is a link that the system's administrator points at one of several libraries; the
  // folder it ends in tells which.
  std::error_code ignored;
  const std::filesystem::path real = std::filesystem::canonical(path, ignored);
  const std::filesystem::path& shown = ignored ? path : real;
  *static_cast<std::string*>(found) = (shown.parent_path().filename() / shown.filename()).string();
  return 1;
}

template <class Function>
Function Symbol(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_DEFAULT, name));
}

bool IsSet(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0';
}

/// As CompiledInstructionSet of a program compiled here would have it; "" for processors that
/// differ in nothing that libraries choose by.
std::string MachineInstructionSet() {
#if defined(__x86_64__)
  const bool fma = __builtin_cpu_supports("fma") != 0;
  if (__builtin_cpu_supports("avx512f")) return "avx512";
  if (__builtin_cpu_supports("avx2")) return fma ? "avx2+fma" : "avx2";
  if (__builtin_cpu_supports("avx")) return fma ? "avx+fma" : "avx";
  return __builtin_cpu_supports("sse4.2") ? "sse4.2" : "sse2";
#else
  return "";
#endif
}

}  // namespace

std::string UtcText(std::time_t when, const char* format) {
  std::tm parts{};
  gmtime_r(&when, &parts);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), format, &parts);
  return text.data();
}

std::string UtcNow(const char* format) { return UtcText(std::time(nullptr), format); }

std::vector<double> LoadAverage() {
  std::array<double, 3> load{};
  const int known = getloadavg(load.data(), 3);
  return {load.begin(), load.begin() + (known > 0 ? known : 0)};
}

std::string OperatingSystem() {
  utsname system{};
  const std::string kernel =
      uname(&system) == 0 ? std::string(system.sysname) + " " + system.release : "unknown";
  const std::string name = ValueInFile("/etc/os-release", "PRETTY_NAME", '=');
  return name.empty() ? kernel : name + ", " + kernel;
}

std::string ProcessorName() { return ValueInFile("/proc/cpuinfo", "model name", ':'); }

std::string CompiledInstructionSet() {
#if defined(__AVX512F__)
  return "avx512";
#elif defined(__AVX2__) && defined(__FMA__)
  return "avx2+fma";
#elif defined(__AVX__) && defined(__FMA__)
  return "avx+fma";
#elif defined(__AVX2__)
  return "avx2";
#elif defined(__AVX__)
  return "avx";
#elif defined(__SSE4_2__)
  return "sse4.2";
#elif defined(__SSE2__)
  return "sse2";
#elif defined(__ARM_FEATURE_SVE)
  return "sve";
#elif defined(__ARM_NEON)
  return "neon";
#else
  return "generic";
#endif
}

std::string InstructionSet() {
  const std::string compiled = CompiledInstructionSet();
  const std::string machine = MachineInstructionSet();
  return machine.empty() || machine == compiled ? compiled : compiled + "/" + machine;
}

FrequencyScaling ReadFrequencyScaling(const fs::path& cpu_folder) {
  std::set<std::string> governors;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(cpu_folder, error)) {
    const std::string governor = FirstWord(entry.path() / "cpufreq" / "scaling_governor");
    if (!governor.empty()) governors.insert(governor);
  }
  const std::vector<std::string> names(governors.begin(), governors.end());
  return {Join(names, ", "), Boost(cpu_folder)};
}

std::optional<int> OpenMpThreads() {
  const auto threads = reinterpret_cast<int (*)()>(dlsym(RTLD_DEFAULT, "omp_get_max_threads"));
  return threads == nullptr ? std::nullopt : std::optional<int>(threads());
}

BlasInfo LoadedBlas() {
  BlasInfo info;
  dl_iterate_phdr(FindBlas, &info.library);
  if (const auto describe = Symbol<char* (*)()>("openblas_get_config"))
    info.description = describe();
  if (const auto threads = Symbol<int (*)()>("openblas_get_num_threads")) info.threads = threads();
  return info;
}

void UseOneBlasThread() {
  if (IsSet("OPENBLAS_NUM_THREADS") || IsSet("OMP_NUM_THREADS")) return;
  if (const auto set = Symbol<void (*)(int)>("openblas_set_num_threads")) set(1);
}

}  // namespace mercer

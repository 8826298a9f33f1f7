#include "experiments/run/machine/blas.h"

#include <dlfcn.h>
#include <link.h>

#include <cstdlib>
#include <filesystem>

namespace mercer {
namespace {

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

}  // namespace

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

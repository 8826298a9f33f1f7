#include "core/mpi/launch.h"

#include <charconv>
#include <cstdlib>
#include <cstring>

namespace mercer {
namespace {

std::optional<int> Number(const char* variable) {
  const char* text = std::getenv(variable);
  if (text == nullptr) return std::nullopt;
  const char* end = text + std::strlen(text);
  int value = 0;
  const auto [rest, error] = std::from_chars(text, end, value);
  if (error != std::errc() || rest != end) return std::nullopt;
  return value;
}

}  // namespace

std::optional<MpiLaunch> FindMpiLaunch() {
  struct Names {
    const char* launcher;
    const char* rank;
    const char* size;
  };
  constexpr Names kLaunchers[] = {{"Open MPI", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
                                  {"PMI", "PMI_RANK", "PMI_SIZE"}};
  for (const Names& names : kLaunchers) {
    const std::optional<int> rank = Number(names.rank);
    const std::optional<int> size = Number(names.size);
    if (rank && size && *rank >= 0 && *rank < *size) return MpiLaunch{names.launcher, *rank, *size};
  }
  return std::nullopt;
}

}  // namespace mercer

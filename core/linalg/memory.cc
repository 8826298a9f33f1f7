#include "core/linalg/memory.h"

#include <unistd.h>

#include <cstdint>
#include <iomanip>
#include <sstream>
#ifdef __linux__
#include <sys/mman.h>
#endif

#include "core/base/error.h"

namespace mercer {

void RequestLargePages([[maybe_unused]] void* data, [[maybe_unused]] std::size_t bytes) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  constexpr std::uintptr_t kLargePage = std::uintptr_t{1} << 21;
  const auto address = reinterpret_cast<std::uintptr_t>(data);
  const std::uintptr_t begin = (address + kLargePage - 1) / kLargePage * kLargePage;
  const std::uintptr_t end = (address + bytes) / kLargePage * kLargePage;
  // Advice only: where it is refused, small pages serve.
  if (begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
#endif
}

std::string FormatBytes(double bytes) {
  std::ostringstream text;
  text << std::setprecision(4) << bytes / 0x1p30 << " GiB (" << std::fixed << std::setprecision(0)
       << bytes << " bytes)";
  return text.str();
}

double PhysicalMemoryBytes() {
  return static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

void CheckFitsInMemory(const std::string& what, double bytes) {
  const double available = PhysicalMemoryBytes();
  if (bytes <= available) return;
  throw InvalidInput(what + " needs " + FormatBytes(bytes) + " of memory, and this machine has " +
                     FormatBytes(available));
}

namespace {

template <class Values>
Values NewMatrixOf(const std::string& what, Index rows, Index cols) {
  constexpr std::size_t kBytes = sizeof(typename Values::Scalar);
  CheckFitsInMemory(
      what, static_cast<double>(kBytes) * static_cast<double>(rows) * static_cast<double>(cols));
  Values matrix(rows, cols);
  RequestLargePages(matrix.data(), static_cast<std::size_t>(matrix.size()) * kBytes);
  return matrix;
}

}  // namespace

Matrix NewMatrix(const std::string& what, Index rows, Index cols) {
  return NewMatrixOf<Matrix>(what, rows, cols);
}

FloatMatrix NewFloatMatrix(const std::string& what, Index rows, Index cols) {
  return NewMatrixOf<FloatMatrix>(what, rows, cols);
}

}  // namespace mercer

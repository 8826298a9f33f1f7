#include "core/data/element.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/data/rows/labelled_rows.h"

namespace mercer {
namespace {

template <class Number>
double Load(const char* bytes, bool big_endian) {
  static_assert(std::endian::native == std::endian::little);
  char copy[sizeof(Number)];
  std::memcpy(copy, bytes, sizeof copy);
  if (big_endian) std::reverse(copy, copy + sizeof copy);
  Number number;
  std::memcpy(&number, copy, sizeof number);
  return static_cast<double>(number);
}

double At(std::string_view bytes, const ElementLayout& layout, Index i, Index j) {
  const Index element = i * layout.row_stride + j * layout.column_stride;
  return ReadElement(bytes.data() + element * layout.type.bytes, layout.type);
}

void RequireFinite(double value, Index row, Index column, const std::string& path) {
  if (std::isfinite(value)) return;
  throw InvalidInput(path + ", row " + std::to_string(row + 1) + ", column " +
                     std::to_string(column + 1) + ": expected a finite number, got " +
                     FormatNumber(value));
}

}  // namespace

double ReadElement(const char* bytes, const ElementType& type) {
  using Kind = ElementType::Kind;
  const bool big = type.big_endian;
  if (type.kind == Kind::kBool) return *bytes != 0 ? 1 : 0;
  if (type.kind == Kind::kReal)
    return type.bytes == 4 ? Load<float>(bytes, big) : Load<double>(bytes, big);
  const bool is_signed = type.kind == Kind::kSigned;
  switch (type.bytes) {
    case 1:
      return is_signed ? Load<std::int8_t>(bytes, big) : Load<std::uint8_t>(bytes, big);
    case 2:
      return is_signed ? Load<std::int16_t>(bytes, big) : Load<std::uint16_t>(bytes, big);
    case 4:
      return is_signed ? Load<std::int32_t>(bytes, big) : Load<std::uint32_t>(bytes, big);
    default:
      MERCER_CHECK(type.bytes == 8);
      return is_signed ? Load<std::int64_t>(bytes, big) : Load<std::uint64_t>(bytes, big);
  }
}

Index ProductUpTo(Index a, Index b, Index most) {
  MERCER_CHECK(a >= 0 && b >= 0 && most >= 0);
  return b > 0 && a > most / b ? -1 : a * b;
}

void RequireElements(const std::vector<Index>& dims, const ElementType& type, Index have,
                     const std::string& path) {
  Index elements = 1;
  bool empty = false;
  std::string sizes;
  for (const Index size : dims) {
    empty = empty || size == 0;
    if (elements >= 0) elements = ProductUpTo(elements, size, have);
    sizes += (sizes.empty() ? "" : " x ") + std::to_string(size);
  }
  if (empty) elements = 0;
  if (elements >= 0 && ProductUpTo(elements, type.bytes, have) == have) return;
  throw InvalidInput(path + " has " + std::to_string(have) + " bytes behind its head; expected " +
                     (sizes.empty() ? "1" : sizes) + " elements of " + std::to_string(type.bytes) +
                     (type.bytes == 1 ? " byte" : " bytes"));
}

Examples ReadElements(std::string_view bytes, const ElementLayout& layout,
                      const std::string& path) {
  const auto have = static_cast<Index>(bytes.size()) / layout.type.bytes;
  MERCER_CHECK(ProductUpTo(layout.n, layout.d, have) >= 0);
  Index stored = 0;
  for (Index i = 0; i < layout.n; ++i) {
    for (Index j = 0; j < layout.d; ++j) {
      const double value = At(bytes, layout, i, j);
      RequireFinite(value, i, j, path);
      if (value != 0) ++stored;
    }
  }
  const auto values = static_cast<double>(layout.n) * static_cast<double>(layout.d);
  if (static_cast<double>(stored) < kSparseBelowDensity * values) {
    SparseMatrix x(layout.n, layout.d);
    x.reserve(stored);
    for (Index i = 0; i < layout.n; ++i) {
      x.startVec(i);
      for (Index j = 0; j < layout.d; ++j)
        if (const double value = At(bytes, layout, i, j); value != 0)
          x.insertBackByOuterInner(i, j) = value;
    }
    x.finalize();
    return x;
  }
  if (TooLargeForDense(layout.n, layout.d)) {
    throw InvalidInput(path + ": " + std::to_string(layout.n) + " rows of " +
                       std::to_string(layout.d) + " columns are too many; expected at most " +
                       std::to_string(kMaxDenseValues) + " values");
  }
  Matrix x(layout.n, layout.d);
  for (Index i = 0; i < layout.n; ++i)
    for (Index j = 0; j < layout.d; ++j) x(i, j) = At(bytes, layout, i, j);
  return x;
}

Vector ReadElementVector(std::string_view bytes, const ElementType& type, Index n,
                         const std::string& path) {
  MERCER_CHECK(n <= static_cast<Index>(bytes.size()) / type.bytes);
  Vector y(n);
  for (Index i = 0; i < n; ++i) {
    y[i] = ReadElement(bytes.data() + i * type.bytes, type);
    RequireFinite(y[i], i, 0, path);
  }
  return y;
}

}  // namespace mercer

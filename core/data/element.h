#ifndef MERCER_CORE_DATA_ELEMENT_H_
#define MERCER_CORE_DATA_ELEMENT_H_

#include <string>
#include <string_view>
#include <vector>

#include "core/base/examples.h"
#include "core/base/types.h"

namespace mercer {

/// The number type of a binary file.
struct ElementType {
  enum class Kind { kSigned, kUnsigned, kReal, kBool };
  Kind kind = Kind::kUnsigned;
  int bytes = 1;  // 1, 2, 4 or 8; 4 or 8 for kReal, 1 for kBool
  bool big_endian = false;
};

/// Converts the number to double; whole numbers beyond 2^53 are rounded.
double ReadElement(const char* bytes, const ElementType& type);

/// a·b, or −1 if it is above `most`. a, b, most ≥ 0.
Index ProductUpTo(Index a, Index b, Index most);

/// Throws InvalidInput, naming `path`, unless `have`, the number of bytes after the file's header,
/// is exactly what an array of dimensions `dims` takes. Dimensions are ≥ 0; without any there is
/// one element. Never overflows.
void RequireElements(const std::vector<Index>& dims, const ElementType& type, Index have,
                     const std::string& path);

/// The layout of an n × d matrix in bytes: entry (i, j) is element i·row_stride + j·column_stride.
struct ElementLayout {
  ElementType type{};
  Index n = 0, d = 0;
  Index row_stride = 0, column_stride = 1;
};

/// Reads the rows and stores them dense or sparse by their density. `bytes` holds every element.
/// Throws InvalidInput, naming `path`, if an entry (which it names) is not finite or a dense matrix
/// would hold more than kMaxDenseValues. Two passes over the bytes.
Examples ReadElements(std::string_view bytes, const ElementLayout& layout, const std::string& path);

/// Reads n consecutive elements. Throws InvalidInput if one is not finite.
Vector ReadElementVector(std::string_view bytes, const ElementType& type, Index n,
                         const std::string& path);

}  // namespace mercer

#endif  // MERCER_CORE_DATA_ELEMENT_H_

#ifndef MERCER_CORE_DATA_ELEMENT_H_
#define MERCER_CORE_DATA_ELEMENT_H_

#include <string>
#include <string_view>
#include <vector>

#include "core/base/examples.h"
#include "core/base/types.h"

namespace mercer {

/// The type of the numbers of a binary file.
struct ElementType {
  enum class Kind { kSigned, kUnsigned, kReal, kBool };
  Kind kind = Kind::kUnsigned;
  int bytes = 1;  // 1, 2, 4 or 8; 4 or 8 of kReal, 1 of kBool
  bool big_endian = false;
};

/// The number as a double; whole numbers beyond 2^53 are rounded.
double ReadElement(const char* bytes, const ElementType& type);

/// a·b, or −1 where it is beyond `most`. a, b, most ≥ 0.
Index ProductUpTo(Index a, Index b, Index most);

/// Throws InvalidInput that names `path` unless `have` bytes, those behind the head of the file,
/// are just as many as `dims` elements take; dimensions ≥ 0, none: one element. Overflows for no
/// dimensions.
void RequireElements(const std::vector<Index>& dims, const ElementType& type, Index have,
                     const std::string& path);

/// How an n × d matrix lies in bytes: entry (i, j) is element i·row_stride + j·column_stride.
struct ElementLayout {
  ElementType type{};
  Index n = 0, d = 0;
  Index row_stride = 0, column_stride = 1;
};

/// The rows, stored by their density. `bytes` hold every element. Throws InvalidInput that names
/// `path` and the entry that is not finite, or where a dense matrix would hold more than
/// kMaxDenseValues. Two passes over the bytes.
Examples ReadElements(std::string_view bytes, const ElementLayout& layout, const std::string& path);

/// n of them, one after the other. Throws InvalidInput for one that is not finite.
Vector ReadElementVector(std::string_view bytes, const ElementType& type, Index n,
                         const std::string& path);

}  // namespace mercer

#endif  // MERCER_CORE_DATA_ELEMENT_H_

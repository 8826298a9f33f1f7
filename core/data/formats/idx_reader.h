#ifndef MERCER_CORE_DATA_FORMATS_IDX_READER_H_
#define MERCER_CORE_DATA_FORMATS_IDX_READER_H_

#include <string>
#include <string_view>
#include <vector>

#include "core/data/formats/data_format.h"
#include "core/data/steps/element.h"

namespace mercer {

/// The head of an IDX file: 00 00, a byte for the type (08 unsigned and 09 signed byte, 0B int16,
/// 0C int32, 0D float, 0E double), a byte for the number of dimensions, then each as a big-endian
/// 32-bit number; the elements follow, big-endian, the last dimension fastest.
struct IdxHead {
  ElementType type{};
  std::vector<Index> dims{};
  std::size_t bytes = 0;  // of the head
};

/// Throws InvalidInput with `path` and byte for what is no IDX head, and where the file has not
/// exactly the bytes that the head promises.
IdxHead ReadIdxHead(std::string_view bytes, const std::string& path);

/// "idx": a file of images (the first dimension counts rows, the others are d together, 0 to 255
/// for bytes) and a file of labels, as MNIST has them.
DataFormat IdxFormat();

}  // namespace mercer

#endif  // MERCER_CORE_DATA_FORMATS_IDX_READER_H_

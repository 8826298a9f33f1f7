#ifndef MERCER_CORE_DATA_FORMATS_NPY_READER_H_
#define MERCER_CORE_DATA_FORMATS_NPY_READER_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/examples.h"
#include "core/data/element.h"
#include "core/data/formats/data_format.h"

namespace mercer {

/// The head of a NumPy .npy file, format versions 1, 2 and 3.
struct NpyHead {
  ElementType type{};
  bool fortran_order = false;  // else C order
  std::vector<Index> shape{};
  std::size_t bytes = 0;  // of the head
};

/// Throws InvalidInput with `path` for what is no .npy head, an element type other than f4, f8, i1
/// to i8, u1 to u8 and bool, and where the file has not exactly the bytes that the head promises.
/// `file_bytes` says how many it has where `bytes` is only its beginning.
NpyHead ReadNpyHead(std::string_view bytes, const std::string& path,
                    std::optional<std::uint64_t> file_bytes = {});

/// The rows of a .npy file's bytes, n × d or n (then d = 1). Throws InvalidInput with `path` where
/// it has another number of dimensions, no rows, or a value that is not finite.
Examples ReadNpyRows(std::string_view bytes, const std::string& path);

/// "npy": a file of rows, n × d or n (then d = 1), and a file of labels: a .npy of n values, or
/// text with one number per line (as `mercer transform` writes beside a .npy).
DataFormat NpyFormat();

}  // namespace mercer

#endif  // MERCER_CORE_DATA_FORMATS_NPY_READER_H_

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

/// The header of a NumPy .npy file, format versions 1, 2 and 3.
struct NpyHead {
  ElementType type{};
  bool fortran_order = false;  // else C order
  std::vector<Index> shape{};
  std::size_t bytes = 0;  // of the header
};

/// Throws InvalidInput with `path` if the bytes do not begin with a .npy header, the element type
/// is not f4, f8, i1 to i8, u1 to u8 or bool, or the file does not have exactly the number of bytes
/// that the header implies. `file_bytes` is the size of the file if `bytes` is only its beginning.
NpyHead ReadNpyHead(std::string_view bytes, const std::string& path,
                    std::optional<std::uint64_t> file_bytes = {});

/// Reads the rows from the bytes of a .npy file, n × d or n (then d = 1). Throws InvalidInput with
/// `path` if it has another number of dimensions, no rows, or a value that is not finite.
Examples ReadNpyRows(std::string_view bytes, const std::string& path);

/// The format "npy": a file of rows, n × d or n (then d = 1), and a file of labels: a .npy file of
/// n values, or text with one number per line (as `mercer transform` writes along with a .npy
/// file).
DataFormat NpyFormat();

}  // namespace mercer

#endif  // MERCER_CORE_DATA_FORMATS_NPY_READER_H_

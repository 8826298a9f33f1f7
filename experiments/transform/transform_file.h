#ifndef MERCER_EXPERIMENTS_TRANSFORM_TRANSFORM_FILE_H_
#define MERCER_EXPERIMENTS_TRANSFORM_TRANSFORM_FILE_H_

#include <functional>
#include <string>

#include "core/data/files/row_file.h"
#include "core/maps/feature_map.h"
#include "experiments/transform/map_file.h"

namespace mercer {

/// Called with the fraction of the file read, 0 to 1.
using ShareDone = std::function<void(double share)>;

/// Draws a map for the rows of a file. The input dimension is that of `description`; if it is 0, it
/// is set to the file's largest index. A bandwidth rule and a data-dependent map use a sample of
/// the rows, drawn with the seed (2000, or D if that is more); the bandwidths and the training rows
/// of `description` are filled in. Reads the file once, LIBSVM text in constant memory. `format`
/// (except input_dim) says how it is read. Throws InvalidInput.
std::unique_ptr<FeatureMap> DrawForFile(const std::string& path, const RowFileOptions& format,
                                        MapDescription& description, const ShareDone& progress);

struct TransformedFile {
  Index rows = 0;
  Index columns = 0;
};

/// Applies the map to the rows of a file and writes the features (row_writer.h), with labels if the
/// file has any. For LIBSVM text, memory does not grow with the file. Throws InvalidInput for an
/// index beyond the map's input dimension or another number of columns, and for a feature that is
/// not finite, naming the file, the map and the row, counted from 0. Nothing is left at `output` in
/// that case.
TransformedFile TransformFile(const FeatureMap& map, const std::string& input,
                              const RowFileOptions& format, const std::string& output, int threads,
                              const ShareDone& progress);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_TRANSFORM_TRANSFORM_FILE_H_

#ifndef MERCER_EXPERIMENTS_TRANSFORM_TRANSFORM_FILE_H_
#define MERCER_EXPERIMENTS_TRANSFORM_TRANSFORM_FILE_H_

#include <functional>
#include <string>

#include "core/data/files/row_file.h"
#include "core/maps/feature_map.h"
#include "experiments/transform/map_file.h"

namespace mercer {

/// Called with the share of the file read, 0 to 1.
using ShareDone = std::function<void(double share)>;

/// A map for the rows of a file: its largest index is the input dimension, and a bandwidth rule and
/// a data-dependent map take a sample of its rows, drawn by the seed (2000, or D where that is
/// more). `description` comes with input_dim 0 and leaves with it, the bandwidths and the training
/// rows filled in.
/// Reads the file once, LIBSVM text in constant memory. `format` (input_dim aside) says how. Throws
/// InvalidInput.
std::unique_ptr<FeatureMap> DrawForFile(const std::string& path, const RowFileOptions& format,
                                        MapDescription& description, const ShareDone& progress);

struct TransformedFile {
  Index rows = 0;
  Index columns = 0;
};

/// Applies the map to the rows of a file and writes them (row_writer.h), labels where it has any;
/// of LIBSVM text in memory that does not grow with the file. Throws InvalidInput for an index
/// beyond the map's input dimension or another number of columns, and for a feature that is not
/// finite: it names the file, the map and the row, counted from 0. Nothing is left at `output`
/// then.
TransformedFile TransformFile(const FeatureMap& map, const std::string& input,
                              const RowFileOptions& format, const std::string& output, int threads,
                              const ShareDone& progress);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_TRANSFORM_TRANSFORM_FILE_H_

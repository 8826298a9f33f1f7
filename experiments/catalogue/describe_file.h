#ifndef MERCER_EXPERIMENTS_CATALOGUE_DESCRIBE_FILE_H_
#define MERCER_EXPERIMENTS_CATALOGUE_DESCRIBE_FILE_H_

#include <string>
#include <vector>

#include "core/data/dataset.h"
#include "experiments/catalogue/dataset_spec.h"

namespace mercer {

/// What a file of rows holds.
struct FileFacts {
  std::string path;
  NamedParams format{};              // how it was read, as a config would say it
  Dataset data{};                    // names as codes
  std::vector<std::string> names{};  // columns that hold names
  bool has_labels = true;
};

/// Reads a file of any format of one file, and .npy with the labels of <path>.labels where these
/// are there. `format` has no name where the file's name, or else its first lines, tell it; its
/// parameters are unresolved. Missing values of csv and arff are taken as such where the parameters
/// do not say otherwise: empty fields, "?", and the usual signs such as "NA". Throws InvalidInput
/// with file and place.
FileFacts ReadFileFacts(const std::string& path, const NamedParams& format);

/// What `mercer data info FILE` prints: format, rows, columns, classes and their rows or range of
/// the labels, values that are not zero, missing values, norms of rows, sha256.
std::string DescribeFileText(const FileFacts& facts);

/// The same as one JSON object.
std::string DescribeFileJson(const FileFacts& facts);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CATALOGUE_DESCRIBE_FILE_H_

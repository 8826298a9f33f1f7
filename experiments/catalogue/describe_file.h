#ifndef MERCER_EXPERIMENTS_CATALOGUE_DESCRIBE_FILE_H_
#define MERCER_EXPERIMENTS_CATALOGUE_DESCRIBE_FILE_H_

#include <string>
#include <vector>

#include "core/data/dataset.h"
#include "experiments/catalogue/dataset_spec.h"

namespace mercer {

/// The contents of a file of rows.
struct FileFacts {
  std::string path;
  NamedParams format{};              // how it was read, as written in a config
  Dataset data{};                    // with names as codes
  std::vector<std::string> names{};  // columns that hold names
  bool has_labels = true;
};

/// Reads a file of any single-file format, and a .npy file with the labels of <path>.labels if that
/// exists. `format` has no name if it is to be recognised from the file's name or its first lines;
/// its parameters are unresolved. Unless the parameters say otherwise, missing values of csv and
/// arff are empty fields, "?", and the usual markers such as "NA". Throws InvalidInput with file
/// and position.
FileFacts ReadFileFacts(const std::string& path, const NamedParams& format);

/// The text that `mercer data info FILE` prints: format, rows, columns and which of them hold
/// names, classes with their rows or the range of the labels, share of non-zero values and how they
/// are stored, missing values, sha256 of the contents.
std::string DescribeFileText(const FileFacts& facts);

/// The same as one JSON object.
std::string DescribeFileJson(const FileFacts& facts);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CATALOGUE_DESCRIBE_FILE_H_

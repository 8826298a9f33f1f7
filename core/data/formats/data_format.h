#ifndef MERCER_CORE_DATA_FORMATS_DATA_FORMAT_H_
#define MERCER_CORE_DATA_FORMATS_DATA_FORMAT_H_

#include <string>
#include <string_view>
#include <vector>

#include "core/base/registry.h"
#include "core/data/data_table.h"

namespace mercer {

/// One file of a part of a data set, with its contents unpacked.
struct DataFile {
  std::string role;   // what it holds: one of its format's roles
  std::string path;   // for the messages
  std::string bytes;  // not packed
};

/// What one file of a part holds.
struct FileRole {
  std::string name;
  std::string help;
};

/// A format: how the files of one part become a table. A part is one file, or one of each role.
struct DataFormat : RegistryInfo {
  std::vector<FileRole> roles;               // the first one is meant where none is named
  std::vector<std::string> extensions;       // of file names, with the dot
  bool has_categories = false;               // true where columns may be categorical
  std::vector<std::string> config_params{};  // parameters that a config may set of a data set known

  /// The specs of config_params.
  std::vector<ParamSpec> ConfigSpecs() const;

  /// `files` in the order of the roles; `params` resolved; `input_dim` d where it is known, else 0.
  /// Only a format that leaves out zeros needs to know it, the others find it. Throws InvalidInput
  /// with file and place.
  DataTable (*read)(const std::vector<DataFile>& files, const Params& params,
                    Index input_dim) = nullptr;
};

/// libsvm, csv, arff, idx, cifar10, movielens100k, npy (builtin_formats.cc).
const Registry<DataFormat>& DataFormatRegistry();

/// The format that the file's name tells, an ending .gz, .bz2 or .xz aside; nullptr where it tells
/// none.
const DataFormat* FormatOfName(std::string_view file_name);

/// The one place where the contents of files become a table. `files` in any order, an empty role is
/// the format's first one. Throws InvalidInput for an unknown format, parameters or roles, a role
/// that is there twice or is missing, and whatever the format throws.
DataTable ReadTable(const std::string& format, std::vector<DataFile> files, const Params& params,
                    Index input_dim);

}  // namespace mercer

#endif  // MERCER_CORE_DATA_FORMATS_DATA_FORMAT_H_

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

/// libsvm, csv, arff, idx, cifar10, movielens100k, npy.
const Registry<DataFormat>& DataFormatRegistry();

/// The format that the file's name tells, an ending .gz, .bz2 or .xz aside; nullptr where it tells
/// none.
const DataFormat* FormatOfName(std::string_view file_name);

/// The one place where the contents of files become a table. `files` in any order, an empty role is
/// the format's first one. Throws InvalidInput for an unknown format, parameters or roles, a role
/// that is there twice or is missing, and whatever the format throws.
DataTable ReadTable(const std::string& format, std::vector<DataFile> files, const Params& params,
                    Index input_dim);

// Formats that only the list above names; those of the other headers of this folder stand there.

/// "idx": a file of images (the first dimension counts rows, the others are d together, 0 to 255
/// for bytes) and a file of labels, as MNIST has them.
DataFormat IdxFormat();

/// "cifar10": the binary version of CIFAR-10. A record is a byte with the class, 0 to 9, and 3072
/// bytes: 1024 of red, then of green, then of blue, each row by row of 32 × 32 pixels. d = 3072 in
/// that order, values 0 to 255 as they are. Throws InvalidInput where the file is not a whole
/// number of records or a class is above 9.
DataFormat Cifar10Format();

/// "movielens100k": the files of MovieLens 100K as binary rows, one for each rating; the label is
/// the rating, 1 to 5. Columns, of which one in each group is 1 (of genres, one or more):
///
///   7 age brackets    under 18, 18–24, 25–34, 35–44, 45–49, 50–55, 56 and above
///   2 genders         F, M
///   21 occupations    in the order of u.occupation
///   19 living areas   first characters of the users' zip codes, sorted
///   10 release years  by the parameter `years`:
///       "halved_nineties"  unknown, 1920s and before, 1930s, …, 1980s, 1990–1994, 1995 and after
///       "decades"          unknown, 1910s and before, 1920s, …, 1980s, 1990 and after
///   19 genres         in the order of u.genre
///
/// so d = 78 for the distributed files, as in Atarashi, Maji, Oyama 2019, which names the groups
/// but not their columns: brackets, years and the 19 genres ("unknown" among them) are a guess. The
/// oldest film is of 1922, so that "decades" leaves the column of the 1910s at 0. Ids in u.user and
/// u.item count from 1. Throws InvalidInput with file, line and column. O(bytes).
DataFormat Movielens100kFormat();

}  // namespace mercer

#endif  // MERCER_CORE_DATA_FORMATS_DATA_FORMAT_H_

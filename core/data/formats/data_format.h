#ifndef MERCER_CORE_DATA_FORMATS_DATA_FORMAT_H_
#define MERCER_CORE_DATA_FORMATS_DATA_FORMAT_H_

#include <string>
#include <string_view>
#include <vector>

#include "core/base/registry.h"
#include "core/data/data_table.h"

namespace mercer {

/// One file of a part of a data set, with its unpacked contents.
struct DataFile {
  std::string role;   // one of its format's roles
  std::string path;   // for messages
  std::string bytes;  // unpacked contents
};

/// The role of one file of a part: what it contains.
struct FileRole {
  std::string name;
  std::string help;
};

/// A format: how the files of one part become a table. A part is one file, or one file of each
/// role.
struct DataFormat : RegistryInfo {
  std::vector<FileRole> roles;          // the first one is the default
  std::vector<std::string> extensions;  // of file names, with the dot
  bool has_categories = false;          // true if columns may be categorical
  bool is_text = false;                 // true if its files may begin with a byte order mark
  bool leaves_out_zeros = false;        // true if a part may lack its last columns: they are zeros

  /// `files` are in the order of the roles; `params` are resolved; `input_dim` is d if it is known,
  /// else 0. Only formats that leave out zeros need it; the others determine d themselves. Throws
  /// InvalidInput with the file and the position in it.
  DataTable (*read)(const std::vector<DataFile>& files, const Params& params,
                    Index input_dim) = nullptr;
};

/// The registered formats: libsvm, csv, arff, idx, cifar10, movielens100k, npy.
const Registry<DataFormat>& DataFormatRegistry();

/// The format according to the file's name, ignoring an ending .gz, .bz2 or .xz; nullptr if the
/// name does not determine one.
const DataFormat* FormatOfName(std::string_view file_name);

/// The name of a data set that is given by its file: the file's name without folders and without
/// the endings of its packing and of the format; "x" for "data/x.csv.gz".
std::string NameOfFile(const std::string& path, const DataFormat& format);

/// Converts the contents of files into a table; this is the only place that does so. `files` may be
/// in any order; an empty role means the format's first role. A byte order mark at the beginning of
/// a text is left out, also of the columns that messages count. Throws InvalidInput for an unknown
/// format, parameter or role, for a duplicate or missing role, and for everything that the format
/// rejects.
DataTable ReadTable(const std::string& format, std::vector<DataFile> files, const Params& params,
                    Index input_dim);

// The formats of the registry that have no header of their own; the other headers of this folder
// declare the rest.

/// The format "idx" of MNIST: a file of images (the first dimension is n, the product of the others
/// is d; bytes give values 0 to 255) and a file of labels.
DataFormat IdxFormat();

/// The format "cifar10": the binary version of CIFAR-10. A record is a byte with the class, 0 to 9,
/// and 3072 bytes: 1024 of red, then of green, then of blue, each for 32 × 32 pixels row by row. d
/// = 3072 in that order, with values 0 to 255 unchanged. Throws InvalidInput if the file is not a
/// whole number of records or a class is above 9.
DataFormat Cifar10Format();

/// The format "movielens100k": the files of MovieLens 100K as binary rows, one for each rating; the
/// label is the rating, 1 to 5. The columns are in groups, in each of which exactly one column is 1
/// (for genres, one or more):
///
///   ages             to the nearest ten: 7 to 14 are 10, 65 to 73 are 70
///   2 genders        F, M
///   occupations      in the order of u.occupation
///   living areas     first characters of the users' zip codes, sorted
///   release years    unknown, then to the nearest ten: 1985 to 1994 are 1990
///   genres           in the order of u.genre, including "unknown"
///
/// Ages, areas and years have a column for each value that occurs: in the distributed files 7, 19
/// and 10, so that d = 7 + 2 + 21 + 19 + 10 + 19 = 78. Atarashi, Maji, Oyama 2019 name the groups
/// and the total; the rounding is that of the first author's program nimfm (benchmarks/ml100k). Ids
/// in u.user and u.item count from 1. Throws InvalidInput with file, line and column. O(bytes).
DataFormat Movielens100kFormat();

}  // namespace mercer

#endif  // MERCER_CORE_DATA_FORMATS_DATA_FORMAT_H_

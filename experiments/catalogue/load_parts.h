#ifndef MERCER_EXPERIMENTS_CATALOGUE_LOAD_PARTS_H_
#define MERCER_EXPERIMENTS_CATALOGUE_LOAD_PARTS_H_

#include <string>
#include <vector>

#include "core/base/params.h"
#include "core/base/types.h"
#include "core/data/data_table.h"
#include "core/data/dataset.h"

namespace mercer {

/// One file that a data set is read from.
struct SourceFile {
  std::string role;
  std::string path;
  std::string bytes;           // as distributed, if they are generated rather than read from the
                               // path
  std::string sha256;          // expected; "": unknown
  std::string content_sha256;  // expected of the uncompressed contents; "": unknown
};

struct SourcePart {
  std::string name;
  std::vector<SourceFile> files{};
  Index rows = 0;  // expected; 0: unknown
};

/// The description of a data set from which its rows are read.
struct DataSource {
  std::string name;
  std::string format;  // of core/data
  Params format_params{};
  Index input_dim = 0;  // expected before encoding; 0: unknown
  std::vector<SourcePart> parts{};
};

/// Loads a table: files are read, compared with their sha256, decompressed and parsed, and the
/// parts are pooled in order. Sets name, part_rows, class_names and sha256 of `data`. The sha256 is
/// that of the contents; for several files that of the joined hashes. Throws InvalidInput with file
/// and position.
DataTable LoadTable(const DataSource& source, Dataset* data);

/// The encoding named in a config: "" and "integer", or "one_hot". Throws InvalidInput for any
/// other.
Encoding EncodingOf(const std::string& owner, const std::string& encode);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CATALOGUE_LOAD_PARTS_H_

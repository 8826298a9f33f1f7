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
  std::string bytes;           // as distributed, where they are made and not read from the path
  std::string sha256;          // expected; "": unknown
  std::string content_sha256;  // expected of the unpacked contents; "": unknown
};

struct SourcePart {
  std::string name;
  std::vector<SourceFile> files{};
  Index rows = 0;  // expected; 0: unknown
};

/// A data set on its way from files to rows.
struct DataSource {
  std::string name;
  std::string format;  // of core/data
  Params format_params{};
  Index input_dim = 0;  // expected before encoding; 0: unknown
  std::vector<SourcePart> parts{};
};

/// Files become a table: read, compared with their sha256, unpacked, parsed, the parts pooled in
/// order. `data` gets name, part_rows, class_names and sha256: of the contents; of several files
/// that of the joined hashes. Throws InvalidInput with file and place.
DataTable LoadTable(const DataSource& source, Dataset* data);

/// The encoding that a config names: "" and "integer", "one_hot". Throws InvalidInput for another.
Encoding EncodingOf(const std::string& owner, const std::string& encode);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CATALOGUE_LOAD_PARTS_H_

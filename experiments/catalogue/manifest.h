#ifndef MERCER_EXPERIMENTS_CATALOGUE_MANIFEST_H_
#define MERCER_EXPERIMENTS_CATALOGUE_MANIFEST_H_

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "core/base/types.h"

namespace mercer {

/// One file of a data set.
struct ManifestFile {
  std::string part;               // "train", "test", …: the name that a config's `parts` uses
  std::string file;               // its name in <data dir>/<dataset>/
  std::vector<std::string> urls;  // mirrors, tried in turn
  std::uint64_t bytes = 0;
  std::string sha256;          // of the file as distributed (compressed where it is)
  std::string content_sha256;  // of the uncompressed content; "" where the same
  Index rows = 0;
};

/// datasets/<name>.json: what a data set is, where it comes from, and the checks that prove it.
struct Manifest {
  std::string name, title, citation, licence;
  std::string format;       // "libsvm", "csv", "rules" (generated from rule tables)
  std::string folder;       // where --from looks; the name where not given
  std::string substitutes;  // the data set it stands in for; "" for none
  std::string note;
  std::string rules;  // file beside the manifest, for format "rules"
  Index input_dim = 0;
  std::map<std::string, Index> class_counts;  // label as written → rows, all parts
  std::vector<ManifestFile> files;
};

/// Throws InvalidInput that lists every fault with its JSON pointer.
Manifest ReadManifest(const std::filesystem::path& path);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CATALOGUE_MANIFEST_H_

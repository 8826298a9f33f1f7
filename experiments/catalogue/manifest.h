#ifndef MERCER_EXPERIMENTS_CATALOGUE_MANIFEST_H_
#define MERCER_EXPERIMENTS_CATALOGUE_MANIFEST_H_

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "core/base/params.h"
#include "core/base/types.h"

namespace mercer {

/// A zip or tar archive, or a packed file, that holds files of a data set.
struct ManifestArchive {
  std::string file{};               // its name; "": there is no archive
  std::vector<std::string> urls{};  // mirrors, tried in turn
  std::uint64_t bytes = 0;          // 0: not known
  std::string sha256{};             // "": not known; that of the members is checked in any case
};

/// One file of a data set.
struct ManifestFile {
  std::string part;               // "train", "test", …: the name that a config's `parts` uses
  std::string role;               // what it holds, a role of the format; "": the first one
  std::string file;               // its name in <data dir>/<dataset>/
  std::vector<std::string> urls;  // mirrors, tried in turn
  ManifestArchive archive;        // where no mirror has the file itself
  std::string member;             // its path in the archive; "": the archive is that file, packed
  std::uint64_t bytes = 0;        // 0: not known, as of licensed data
  std::string sha256;          // of the file as distributed (compressed where it is); "": not known
  std::string content_sha256;  // of the uncompressed content; "" where the same, or not known
  Index rows = 0;              // of the part: the same in each of its files

  /// True where some address has it, by itself or in an archive.
  bool IsPublic() const { return !urls.empty() || !archive.urls.empty(); }
};

/// datasets/<name>.json: what a data set is, where it comes from, and the checks that prove it. The
/// keys are explained in datasets/README.md.
struct Manifest {
  std::string name, title, citation, licence;
  std::string format;       // of core/data, or "rules" (generated from rule tables)
  std::string folder;       // where --from looks; the name where not given
  std::string substitutes;  // the data set it stands in for; "" for none
  std::string note;
  std::string licensed;  // how to get what no address gives to everybody, and in what layout
                         // `import` or a config takes it; "" for public data
  std::string rules;     // file beside the manifest, for format "rules"
  std::string target;    // of the labels, "classes" or "values"; "" where the manifest does not say
  Index input_dim = 0;
  double density = 0;      // share of the values of all parts that are not zero; 0: not known
  Params format_params{};  // of the format, as the manifest has them
  std::map<std::string, Index> class_counts;  // label as written → rows, all parts
  std::vector<ManifestFile> files;            // for "rules" the file that is generated
  std::filesystem::path path;                 // where it was read

  /// True where it is made here and needs no file.
  bool IsGenerated() const { return format == "rules"; }
  /// The parts in the order of their first files.
  std::vector<std::string> Parts() const;
  /// The files of one part, in the order of the manifest.
  std::vector<ManifestFile> FilesOf(const std::string& part) const;
  /// Of all parts together.
  Index Rows() const;
};

/// Throws InvalidInput that lists every fault with its JSON pointer.
Manifest ReadManifest(const std::filesystem::path& path);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CATALOGUE_MANIFEST_H_

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

/// A zip or tar archive, or a compressed file, that contains files of a data set.
struct ManifestArchive {
  std::string file{};               // its name; "": there is no archive
  std::vector<std::string> urls{};  // mirrors, tried in turn
  std::uint64_t bytes = 0;          // 0: not known
  std::string sha256{};             // "": not known; that of the members is checked in any case
};

/// One file of a data set.
struct ManifestFile {
  std::string part;               // "train", "test", …: the name that a config's `parts` uses
  std::string role;               // its role in the format; "": the first one
  std::string file;               // its name in <data dir>/<dataset>/
  std::vector<std::string> urls;  // mirrors, tried in turn
  ManifestArchive archive;        // used if no mirror has the file itself
  std::string member;             // its path in the archive; "": the archive is the compressed file
                                  // itself
  std::uint64_t bytes = 0;        // 0: not known, as for licensed data
  std::string sha256;             // of the file as distributed (compressed if it is); "": not known
  std::string content_sha256;     // of the uncompressed content; "" if the same, or not known
  Index rows = 0;                 // of the part: the same in each of its files

  /// True if some address has it, by itself or in an archive.
  bool IsPublic() const { return !urls.empty() || !archive.urls.empty(); }
};

/// datasets/<name>.json: what a data set is, where it comes from, and the checksums that verify it.
/// The keys are explained in datasets/README.md.
struct Manifest {
  std::string name, title, citation, licence;
  std::string format;       // of core/data, or "rules" (generated from rule tables)
  std::string folder;       // where --from looks; the name if not given
  std::string substitutes;  // the data set it substitutes for; "" if none
  std::string note;
  std::string licensed;  // how to get data that are not publicly available, and in what layout
                         // `import` or a config accepts them; "" for public data
  std::string rules;     // file in the manifest's folder, for format "rules"
  std::string target;    // kind of the labels, "classes" or "values"; "" if the manifest does not
                         // say
  Index input_dim = 0;
  double density = 0;      // share of nonzero values over all parts; 0: not known
  Params format_params{};  // of the format, as in the manifest
  std::map<std::string, Index> class_counts;  // label as written → rows, all parts
  std::vector<ManifestFile> files;            // for "rules" the generated file
  std::filesystem::path path;                 // the file it was read from

  /// True if it is generated and needs no file.
  bool IsGenerated() const { return format == "rules"; }
  /// The parts in the order of their first files.
  std::vector<std::string> Parts() const;
  /// The files of one part, in the order of the manifest.
  std::vector<ManifestFile> FilesOf(const std::string& part) const;
  /// The number of rows of all parts together.
  Index Rows() const;
};

/// Reads a manifest. Throws InvalidInput listing every error with its JSON pointer.
Manifest ReadManifest(const std::filesystem::path& path);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CATALOGUE_MANIFEST_H_

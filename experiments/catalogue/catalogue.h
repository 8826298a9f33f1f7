#ifndef MERCER_EXPERIMENTS_CATALOGUE_CATALOGUE_H_
#define MERCER_EXPERIMENTS_CATALOGUE_CATALOGUE_H_

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/data/dataset.h"
#include "experiments/catalogue/dataset_spec.h"
#include "experiments/catalogue/manifest.h"

namespace mercer {

/// The files of a data set are not on this machine; what() names the command that fetches them.
class DataMissing : public InvalidInput {
 public:
  using InvalidInput::InvalidInput;
};

/// The folder that holds datasets/ (manifests) and configs/ (schema, shipped configs):
/// $MERCER_SHARE, otherwise share/mercer next to the program's folder, otherwise the source tree it
/// was built from. Throws InvalidInput if none of these exists.
std::filesystem::path ShareDir();

/// The folder for data: the option if given, otherwise $MERCER_DATA, otherwise
/// $XDG_CACHE_HOME/mercer, otherwise ~/.cache/mercer.
std::filesystem::path DataDir(const std::string& option);

/// The shape of the user's own files, after encoding, known once they have been read.
struct DataShape {
  Index rows = 0, columns = 0;
  Index missing = 0;   // number of missing values
  double density = 0;  // share of nonzero values
  bool sparse = false;
  std::vector<Index> part_rows{};  // rows of each part, in order
};

/// The data sets known to Mercer: one manifest each (files to fetch, or rule tables to generate
/// from), and the generators of core/data.
class Catalogue {
 public:
  /// Reads all manifests of ShareDir()/datasets. Throws InvalidInput with all errors of a manifest.
  explicit Catalogue(std::filesystem::path data_dir);

  /// A catalogue with the same manifests, which are not read again, for data in another folder.
  Catalogue WithData(std::filesystem::path data_dir) const;

  const std::vector<Manifest>& manifests() const { return manifests_; }
  const std::filesystem::path& data_dir() const { return data_dir_; }

  /// The names of manifests and generators, in the order of the documentation.
  std::vector<std::string> Names() const;

  /// The manifest with this name; nullptr if there is none.
  const Manifest* Find(const std::string& name) const;

  /// Checks that the files of the named parts are present. Throws DataMissing, with the command
  /// that fetches them, if one is missing or has another size; InvalidInput if one of the user's
  /// own is not a file.
  void RequirePresent(const DatasetSpec& spec) const;

  /// The shape of the user's own files that this catalogue (or a copy of it) has loaded before;
  /// nullopt for any other data set.
  std::optional<DataShape> ShapeOf(const DatasetSpec& spec) const;

  /// The number of columns of the data set as the spec encodes it; nullopt if only its files or
  /// parameters determine it.
  std::optional<Index> InputDim(const DatasetSpec& spec) const;

  /// Reads (or generates) the parts that the spec names, or the user's own files, pools them in
  /// order and encodes them. The seed is used by generators only. Throws DataMissing, or
  /// InvalidInput with file, line and column or for a different sha256.
  Dataset Load(const DatasetSpec& spec, std::uint64_t seed) const;

 private:
  class Shapes;

  void RequireFile(const Manifest& manifest, const ManifestFile& file) const;

  std::filesystem::path data_dir_;
  std::vector<Manifest> manifests_;
  std::shared_ptr<Shapes> shapes_;  // shared with copies
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CATALOGUE_CATALOGUE_H_

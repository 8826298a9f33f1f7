#ifndef MERCER_EXPERIMENTS_CATALOGUE_CATALOGUE_H_
#define MERCER_EXPERIMENTS_CATALOGUE_CATALOGUE_H_

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/params.h"
#include "core/data/dataset.h"
#include "experiments/catalogue/dataset_spec.h"
#include "experiments/catalogue/manifest.h"

namespace mercer {

/// A data set whose files are not on this machine; what() names the command that gets it.
class DataMissing : public InvalidInput {
 public:
  using InvalidInput::InvalidInput;
};

/// The folder that holds datasets/ (manifests) and configs/ (schema, shipped configs):
/// $MERCER_SHARE, else share/mercer beside the program's folder, else the source tree it was built
/// from. Throws InvalidInput where none exists.
std::filesystem::path ShareDir();

/// Where data lie: the option where given, else $MERCER_DATA, else $XDG_CACHE_HOME/mercer, else
/// ~/.cache/mercer.
std::filesystem::path DataDir(const std::string& option);

/// What is known of files of the user's own once they were read, as they are encoded.
struct DataShape {
  Index rows = 0, columns = 0;
  Index missing = 0;   // values that are missing
  double density = 0;  // share of values that are not zero
  bool sparse = false;
  std::vector<Index> part_rows{};  // of each part, in order
};

/// The parameters of its format that a config may set of a data set known.
std::vector<ParamSpec> ConfigSpecs(const Manifest& manifest);

/// The data sets Mercer knows: one manifest each (files to fetch, or rule tables to generate from),
/// and the generators of core/data.
class Catalogue {
 public:
  /// Reads every manifest of ShareDir()/datasets. Throws InvalidInput with every fault of a
  /// manifest.
  explicit Catalogue(std::filesystem::path data_dir);

  /// The same manifests, not read again, for data in another folder.
  Catalogue WithData(std::filesystem::path data_dir) const;

  const std::vector<Manifest>& manifests() const { return manifests_; }
  const std::filesystem::path& data_dir() const { return data_dir_; }

  /// Manifests and generators, in the order of the documentation.
  std::vector<std::string> Names() const;

  /// nullptr where no manifest has the name.
  const Manifest* Find(const std::string& name) const;

  /// Throws DataMissing, with the command that gets it, where a file of the named parts is absent
  /// or has another size; InvalidInput where one of the user's own is no file.
  void RequirePresent(const DatasetSpec& spec) const;

  /// The shape of files of the user's own that this catalogue (or a copy of it) has loaded before;
  /// nothing for any other data set.
  std::optional<DataShape> ShapeOf(const DatasetSpec& spec) const;

  /// Columns of the data set as the spec encodes it; nullopt where only its files or parameters
  /// tell.
  std::optional<Index> InputDim(const DatasetSpec& spec) const;

  /// Reads (or generates) the parts that the spec names, or the files of its own, pools them in
  /// order, encodes them. The seed is for generators only. Throws DataMissing, or InvalidInput with
  /// file, line and column, or where a sha256 differs.
  Dataset Load(const DatasetSpec& spec, std::uint64_t seed) const;

 private:
  class Shapes;

  void RequireFile(const Manifest& manifest, const ManifestFile& file) const;

  std::filesystem::path data_dir_;
  std::vector<Manifest> manifests_;
  std::shared_ptr<Shapes> shapes_;  // of copies too
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CATALOGUE_CATALOGUE_H_

#ifndef MERCER_EXPERIMENTS_TRANSFORM_MAP_FILE_H_
#define MERCER_EXPERIMENTS_TRANSFORM_MAP_FILE_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "core/base/examples.h"
#include "experiments/config/trial/experiment.h"

namespace mercer {

class FeatureMap;

/// Everything that determines a drawn map: kernel and map with every default filled in and no
/// bandwidth rule left, D, seed, input dimension and, for data-dependent maps, training rows.
struct MapDescription {
  NamedParams kernel{};
  NamedParams map{};
  Index num_random_features = 0;  // D
  std::uint64_t seed = 0;
  Index input_dim = 0;              // d
  std::optional<Examples> train{};  // the rows that a data-dependent map is drawn from
};

/// Draws the map. Throws InvalidInput as Draw does.
std::unique_ptr<FeatureMap> DrawDescribed(const MapDescription& description);

/// Whether the map needs training rows.
bool IsDataDependent(const NamedParams& map);

/// The text of a map file: JSON with the description and the versions of kernel and map. Training
/// rows are strings "index:value …", with the shortest numbers that read back as the same doubles.
std::string WriteMapText(const MapDescription& description);

/// Reads a map file. Throws InvalidInput, naming the file, if it is not a map file, or if this
/// program's version of the kernel or map draws different numbers.
MapDescription ReadMapFile(const std::string& path);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_TRANSFORM_MAP_FILE_H_

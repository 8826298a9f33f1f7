#ifndef MERCER_EXPERIMENTS_TRANSFORM_MAP_FILE_H_
#define MERCER_EXPERIMENTS_TRANSFORM_MAP_FILE_H_

#include <cstdint>
#include <memory>
#include <string>

#include "core/base/examples.h"
#include "experiments/config/experiment.h"

namespace mercer {

class FeatureMap;

/// All that a drawn map is a function of, but for training rows: kernel and map with every default
/// filled in and no bandwidth rule left, D, seed and input dimension.
struct MapDescription {
  NamedParams kernel{};
  NamedParams map{};
  Index num_random_features = 0;  // D
  std::uint64_t seed = 0;
  Index input_dim = 0;  // d
};

/// Draws the map. `train` for data-dependent maps. Throws InvalidInput as Draw does.
std::unique_ptr<FeatureMap> DrawDescribed(const MapDescription& description,
                                          const Examples* train = nullptr);

/// Whether the map needs training rows.
bool IsDataDependent(const NamedParams& map);

/// The text of a map file: JSON with the description and the versions of kernel and map.
std::string WriteMapText(const MapDescription& description);

/// Reads a map file. Throws InvalidInput, naming it, where it is none, and where this program's
/// version of the kernel or map draws other numbers.
MapDescription ReadMapFile(const std::string& path);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_TRANSFORM_MAP_FILE_H_

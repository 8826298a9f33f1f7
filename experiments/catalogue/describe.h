#ifndef MERCER_EXPERIMENTS_CATALOGUE_DESCRIBE_H_
#define MERCER_EXPERIMENTS_CATALOGUE_DESCRIBE_H_

#include <string>
#include <utility>
#include <vector>

#include "core/data/dataset.h"
#include "experiments/catalogue/manifest.h"

namespace mercer {

/// Class name (or label) → rows, in the order of the labels.
std::vector<std::pair<std::string, Index>> CountClasses(const Dataset& data);

/// What `mercer data info` prints of a data set: title, shape, classes and counts, sparsity, norms
/// of the rows, sha256, parts, origin. `data` is null where its files are not here: then what the
/// manifest promises, and `where` says how to get it. `where` names the folder otherwise.
std::string DescribeText(const Manifest& manifest, const Dataset* data, const std::string& where);

/// The same as one JSON object.
std::string DescribeJson(const Manifest& manifest, const Dataset* data, const std::string& where);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CATALOGUE_DESCRIBE_H_

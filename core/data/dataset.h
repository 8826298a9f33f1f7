#ifndef MERCER_CORE_DATA_DATASET_H_
#define MERCER_CORE_DATA_DATASET_H_

#include <string>
#include <vector>

#include "core/base/examples.h"
#include "core/base/types.h"

namespace mercer {

/// Labels with more different values than this are no classes, but the targets of a regression.
inline constexpr Index kMostClasses = 1000;

/// Rows and labels as read, before any preprocessing or split.
struct Dataset {
  std::string name;
  Examples x;  // n × d
  Vector y;    // n labels: the number read, or the code of a class name
  std::vector<std::string>
      class_names{};               // name of label 0, 1, … if classes were names; else empty
  std::vector<Index> part_rows{};  // rows of each part, in order of pooling; sums to n
  std::string
      sha256;  // of the files' contents in the order read, or of the generator's canonical text
};

}  // namespace mercer

#endif  // MERCER_CORE_DATA_DATASET_H_

#ifndef MERCER_CORE_DATA_ROWS_THRESHOLD_LABELS_H_
#define MERCER_CORE_DATA_ROWS_THRESHOLD_LABELS_H_

#include "core/data/rows/label_rules.h"

namespace mercer {

/// threshold(value = number | "mean" | "median"): labels > value become +1, the others −1. Mean and
/// median are those of the whole data set as read, test rows included; the median of an even number
/// of labels is the mean of the middle two. Throws InvalidInput where the labels are class names or
/// all of them come to lie on one side. O(n).
LabelRuleEntry ThresholdLabelsEntry();

}  // namespace mercer

#endif  // MERCER_CORE_DATA_ROWS_THRESHOLD_LABELS_H_

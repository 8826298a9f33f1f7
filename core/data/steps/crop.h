#ifndef MERCER_CORE_DATA_STEPS_CROP_H_
#define MERCER_CORE_DATA_STEPS_CROP_H_

#include "core/data/steps/preprocess_step.h"

namespace mercer {

/// crop(image, box, offset = centre, channels = 1, layout = interleaved, output_layout = layout):
/// the pixels of a box of images. Rows hold `image` [rows, cols] pixels of `channels` values:
///
///   interleaved  column (r·cols + c)·channels + channel: a pixel's channels stand together,
///   planar       column (channel·rows + r)·cols + c: one channel after the other (CIFAR-10).
///
/// `box` [rows, cols], the whole image where absent, begins at `offset` [row, col] of the image;
/// where absent it is the centre, one pixel up and left of it where the margin is odd.
/// `output_layout` is the layout of the columns made. Nothing is fitted. Sparse rows stay sparse.
/// Throws InvalidInput where the columns are not rows·cols·channels or the box leaves the image.
/// O(n·columns made), O(stored values·log) sparse.
PreprocessEntry CropStepEntry();

}  // namespace mercer

#endif  // MERCER_CORE_DATA_STEPS_CROP_H_

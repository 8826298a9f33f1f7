#ifndef MERCER_CORE_DATA_STEPS_BUILTIN_STEPS_H_
#define MERCER_CORE_DATA_STEPS_BUILTIN_STEPS_H_

#include <memory>
#include <optional>
#include <string>

#include "core/data/steps/preprocess_step.h"

namespace mercer {

/// Every preprocessing step, in the order of the documentation (docs/preprocessing.md).
const Registry<PreprocessEntry>& PreprocessRegistry();

/// Checks the parameters and fits on the rows of the training part. A value that sparse rows do not
/// store is a zero like any other: sparse and dense rows give the same numbers. Throws
/// InvalidInput, also where there is no row.
std::unique_ptr<FittedStep> FitStep(const std::string& name, const Params& params,
                                    const Examples& train);

/// The columns that a step makes of `input_dim` columns, each absent where only the rows tell.
/// Throws InvalidInput for unsound parameters, or such that do not fit the columns.
std::optional<Index> StepOutputDim(const std::string& name, const Params& params,
                                   std::optional<Index> input_dim);

/// Throws InvalidInput for unsound parameters, or where a step cannot be fitted on so few rows.
void CheckTrainRows(const std::string& name, const Params& params, Index train_rows);

// The steps themselves, in that order; FitStep is the way to fit them.

/// impute(statistic = "mean" | "median"): a value that is missing (NaN, of a reader told to keep
/// it) becomes the mean or the median of its column's values in the training part, as
/// scikit-learn's SimpleImputer does. Other values stay. Throws InvalidInput for a column that has
/// no value in the training part. Fits in O(n·d) dense, O(stored values + d) sparse; applies in
/// O(stored values).
PreprocessEntry ImputeStepEntry();

/// Throws InvalidInput, with the first place, where a value of x is missing; `what` begins the
/// message.
void CheckNoneMissing(const std::string& what, const Examples& x);

/// minmax(low = 0, high = 1): low + (high − low)·(x_j − min_j)/(max_j − min_j), with the range of
/// column j in the training part. A column that is constant there becomes 0, as svm-scale's do.
/// Test values may leave [low, high]. low < high. Sparse rows stay sparse where every column that
/// varies maps 0 to 0, else they become dense. Throws InvalidInput for a range that is not finite.
/// Fits and applies in O(stored values + d), O(n·d) dense.
PreprocessEntry MinMaxStepEntry();

/// standardise: (x_j − mean_j)/sd_j with the mean and standard deviation of column j in the
/// training part. The variance is the population's, (1/n) Σ (x_ij − mean_j)², as in scikit-learn's
/// StandardScaler. A column that is constant in the training part becomes 0, also in test rows.
/// Rows become dense unless every mean is 0. Throws InvalidInput for a variance that is not finite,
/// or is 0 because the values of a column that varies are too small to square. Fits and applies in
/// O(n·d).
PreprocessEntry StandardiseStepEntry();

/// max_norm: every row divided by the largest 2-norm of a training row, so that the training part
/// lies in the unit ball; test rows may leave it. Sparse rows stay sparse. Throws InvalidInput
/// where that norm is 0 or not finite. O(stored values).
PreprocessEntry MaxNormStepEntry();

/// rms_norm: every row divided by √((1/n) Σ |x_i|²) over the training rows, so that their squared
/// norm is 1 on average. Sparse rows stay sparse. Throws InvalidInput where that mean is 0 or not
/// finite. O(stored values).
PreprocessEntry RmsNormStepEntry();

/// unit_norm(norm = l2 | l1): each row divided by its own norm, √Σ x_j² or Σ |x_j|; a row of zeros
/// stays. Nothing is fitted. Sparse rows stay sparse. O(stored values).
PreprocessEntry UnitNormStepEntry();

/// scale(factor): every value times factor, a number other than 0. Nothing is fitted. Sparse rows
/// stay sparse. O(stored values).
PreprocessEntry ScaleStepEntry();

/// binarise(threshold = 0): 1 where a value is larger than the threshold, else 0. Nothing is
/// fitted. Sparse rows stay sparse for threshold ≥ 0, else they become dense. O(stored values),
/// O(n·d) dense.
PreprocessEntry BinariseStepEntry();

/// one_hot(columns = all): each of the columns listed, numbered from 0, is replaced where it stands
/// by one column for each category, the distinct values that it has in the training part, in
/// increasing order: 1 where a row has the value, else 0. A value that no training row has gives
/// zeros in all of them. Categories are whole numbers (integer codes); each column is listed once.
/// How many columns there will be only the rows tell. The result is sparse where less than
/// kSparseBelowDensity of the transformed training part is not zero, else dense. Throws
/// InvalidInput for a training value that is no whole number. Fits in O(n·columns·log), applies in
/// O(stored values + n·columns·log categories), O(n·d) dense.
PreprocessEntry OneHotStepEntry();

/// pca(k, whiten = false): the k principal components of the training part,
///
///   z_c(x) = <v_c, x − mean>,  over √λ_c with whiten,
///
/// with the training mean and the orthonormal eigenvectors v_1, …, v_k of the covariance
/// Σ (x_i − mean)(x_i − mean)ᵀ/(n − 1) of the largest eigenvalues λ_1 ≥ … ≥ λ_k. Each v_c has the
/// sign that makes its entry of largest magnitude positive, the first of those within 1e-6 of it
/// where several are. A component without variance (λ_c at most max(n, d)·2⁻⁵²·λ_1: the training
/// part has a lower rank) is 0 in every row. Components of equal variance are determined up to a
/// rotation among themselves, which no inner product or distance of rows shows where all of them
/// are kept.
///
/// 1 ≤ k ≤ min(n − 1, d). Solved exactly, through the covariance (d × d) or the Gram matrix (n × n)
/// of the centred rows, whichever is smaller: with m = min(n, d), fits in O(n·d·m + m³) and
/// 16·m² + 8·k·d bytes beside blocks of rows; InvalidInput before they are taken where this machine
/// has less. Rows become dense, n × k; applies in O(n·d·k), O(stored values·k) sparse. Note() tells
/// the share of the training variance kept.
PreprocessEntry PcaStepEntry();

/// append_constant(value = 1): one more column, after the others, that holds the value in every
/// row. Nothing is fitted. Sparse rows stay sparse. O(n + stored values), O(n·d) dense.
PreprocessEntry AppendConstantStepEntry();

/// angle(scale = π/2, channels = 1): value v_j becomes the two columns 2j and 2j+1,
///
///   cos(scale·v_j)/√channels and sin(scale·v_j)/√channels,
///
/// the points on circles that Daniely et al. (2017) make of colours: with scale π/2 they take
/// values in [−1, 1]. Where the columns of a pixel's channels stand together (layout interleaved),
/// its 2·channels columns have norm 1. d is a multiple of channels. Nothing is fitted; rows become
/// dense, because cos 0 = 1. O(n·d).
PreprocessEntry AngleStepEntry();

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

#endif  // MERCER_CORE_DATA_STEPS_BUILTIN_STEPS_H_

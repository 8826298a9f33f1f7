#ifndef MERCER_CORE_DATA_STEPS_BUILTIN_STEPS_H_
#define MERCER_CORE_DATA_STEPS_BUILTIN_STEPS_H_

#include <memory>
#include <optional>
#include <string>

#include "core/data/steps/preprocess_step.h"

namespace mercer {

/// All preprocessing steps, in the order of the documentation (docs/preprocessing.md).
const Registry<PreprocessEntry>& PreprocessRegistry();

/// Checks the parameters and fits the step on the rows of the training part (on those of each part,
/// if the step is of_each_part). A value that sparse rows do not store is a zero like any other, so
/// sparse and dense rows give the same numbers. Throws InvalidInput, also if there are no rows.
std::unique_ptr<FittedStep> FitStep(const std::string& name, const Params& params,
                                    const Examples& train);

/// The number of columns that a step makes from `input_dim` columns; either is absent if it depends
/// on the rows themselves. Throws InvalidInput for parameters that are invalid or do not fit the
/// columns.
std::optional<Index> StepOutputDim(const std::string& name, const Params& params,
                                   std::optional<Index> input_dim);

/// Whether sparse rows are expected to stay sparse (PreprocessEntry::keeps_sparsity). Throws
/// InvalidInput if the parameters are invalid.
bool StepKeepsSparsity(const std::string& name, const Params& params);

/// Throws InvalidInput if the parameters are invalid or there are too few training rows to fit the
/// step.
void CheckTrainRows(const std::string& name, const Params& params, Index train_rows);

// The steps themselves, in that order. Use FitStep to fit them.

/// impute(statistic = "mean" | "median"): a missing value (NaN, from a reader that was asked to
/// keep it) becomes the mean or the median of its column in the training part, as in scikit-learn's
/// SimpleImputer. Other values do not change. Throws InvalidInput for a column that has no values
/// in the training part. Fits in O(n·d) dense, O(stored values + d) sparse; applies in O(stored
/// values).
PreprocessEntry ImputeStepEntry();

/// Throws InvalidInput, with the position of the first one, if a value of x is missing. `what`
/// begins the message.
void CheckNoneMissing(const std::string& what, const Examples& x);

/// minmax(low = 0, high = 1): low + (high − low)·(x_j − min_j)/(max_j − min_j), with the range of
/// column j in the training part. A column that is constant there becomes 0, as with svm-scale.
/// Test values may be outside [low, high]. low < high. Sparse rows stay sparse if every column that
/// varies maps 0 to 0, or if the columns that do not, which are then stored in every row, leave the
/// fraction of stored values in the training part below kSparseBelowDensity; otherwise they become
/// dense. Throws InvalidInput for a range that is not finite. Fits in O(stored values + d), applies
/// in O(stored values + n·columns filled in); O(n·d) dense.
PreprocessEntry MinMaxStepEntry();

/// standardise: (x_j − mean_j)/sd_j with the mean and standard deviation of column j in the
/// training part. The variance is the population variance, (1/n) Σ (x_ij − mean_j)², as in
/// scikit-learn's StandardScaler. A column that is constant in the training part becomes 0, also in
/// test rows. Rows become dense unless every mean is 0. Throws InvalidInput for a variance that is
/// not finite, or is 0 because the values of a column that varies are too small to square. Fits and
/// applies in O(n·d).
PreprocessEntry StandardiseStepEntry();

/// standardise_part: (x_ij − mean)/sd with one mean and one standard deviation for all values of a
/// part (population variance): the training part has its own, and so has the test part, as where a
/// program standardised its files one by one. A value of one part is then not the same number in
/// the other, and a test row depends on the other test rows. Rows become dense. Throws InvalidInput
/// if all values of a part are equal, or if their variance is not finite or is 0 because they are
/// too small to square. O(n·d).
PreprocessEntry StandardisePartStepEntry();

/// max_norm: every row is divided by the largest 2-norm of a training row, so that the training
/// part is in the unit ball; test rows may be outside it. Sparse rows stay sparse. Throws
/// InvalidInput if that norm is 0 or not finite. O(stored values).
PreprocessEntry MaxNormStepEntry();

/// rms_norm: every row is divided by √((1/n) Σ |x_i|²) over the training rows, so that their mean
/// squared norm is 1. Sparse rows stay sparse. Throws InvalidInput if that mean is 0 or not finite.
/// O(stored values).
PreprocessEntry RmsNormStepEntry();

/// unit_norm(norm = l2 | l1): each row is divided by its own norm, √Σ x_j² or Σ |x_j|; a row of
/// zeros does not change. Nothing is fitted. Sparse rows stay sparse. O(stored values).
PreprocessEntry UnitNormStepEntry();

/// scale(factor): every value is multiplied by factor, a number other than 0. Nothing is fitted.
/// Sparse rows stay sparse. O(stored values).
PreprocessEntry ScaleStepEntry();

/// binarise(threshold = 0): a value larger than the threshold becomes 1, any other 0. Nothing is
/// fitted. Sparse rows stay sparse if threshold ≥ 0; otherwise they become dense. O(stored values),
/// O(n·d) dense.
PreprocessEntry BinariseStepEntry();

/// one_hot(columns = all): each of the listed columns, numbered from 0, is replaced in place by one
/// column for each category. The categories are the distinct values of the column in the training
/// part, in increasing order; a category's column is 1 if the row has that value and 0 otherwise. A
/// value that no training row has gives zeros in all of them. Categories are whole numbers (integer
/// codes); each column is listed once. The number of columns made depends on the rows. The result
/// is sparse if the fraction of non-zeros in the transformed training part is below
/// kSparseBelowDensity, dense otherwise. Throws InvalidInput for a training value that is not a
/// whole number. Fits in O(n·columns·log), applies in O(stored values + n·columns·log categories),
/// O(n·d) dense.
PreprocessEntry OneHotStepEntry();

/// pca(k, whiten = false): the k principal components of the training part,
///
///   z_c(x) = <v_c, x − mean>,  over √λ_c with whiten,
///
/// with the training mean and the orthonormal eigenvectors v_1, …, v_k of the covariance Σ (x_i −
/// mean)(x_i − mean)ᵀ/(n − 1) for its largest eigenvalues λ_1 ≥ … ≥ λ_k. The sign of each v_c makes
/// its entry of largest magnitude positive, the first one if several are within 1e-6 of it. A
/// component without variance (λ_c at most max(n, d)·2⁻⁵²·λ_1: the training part has a lower rank)
/// is 0 in every row. Components of equal variance are determined only up to a rotation among
/// themselves, which does not affect inner products or distances of rows if all of them are kept.
///
/// 1 ≤ k ≤ min(n − 1, d). Solved exactly, through the covariance (d × d) or the Gram matrix (n × n)
/// of the centred rows, whichever is smaller. With m = min(n, d), fitting takes O(n·d·m + m³) time
/// and 16·m² + 8·k·d bytes plus blocks of rows; it throws InvalidInput before allocating them if
/// this machine has less memory. Rows become dense, n × k; applies in O(n·d·k), O(stored values·k)
/// sparse. Note() gives the fraction of the training variance kept.
PreprocessEntry PcaStepEntry();

/// append_constant(value = 1): adds a last column that has the value in every row. Nothing is
/// fitted. Sparse rows stay sparse. O(n + stored values), O(n·d) dense.
PreprocessEntry AppendConstantStepEntry();

/// angle(scale = π/2, channels = 1): value v_j becomes the two columns 2j and 2j+1,
///
///   cos(scale·v_j)/√channels and sin(scale·v_j)/√channels,
///
/// the points on circles to which Daniely et al. (2017) map colours; with scale π/2 they take
/// values in [−1, 1]. If the channels of a pixel are adjacent columns (layout interleaved), its
/// 2·channels columns have norm 1. d is a multiple of channels. Nothing is fitted; rows become
/// dense, because cos 0 = 1. O(n·d).
PreprocessEntry AngleStepEntry();

/// crop(image, box, offset = centre, channels = 1, layout = interleaved, output_layout = layout):
/// the pixels inside a box of each image. Rows hold `image` [rows, cols] pixels of `channels`
/// values:
///
///   interleaved  column (r·cols + c)·channels + channel: a pixel's channels are adjacent,
///   planar       column (channel·rows + r)·cols + c: one channel after the other (CIFAR-10).
///
/// `box` [rows, cols] is the whole image by default. It begins at `offset` [row, col] of the image;
/// by default it is centred, and an odd margin is one pixel smaller above or to the left.
/// `output_layout` is the layout of the columns made. Nothing is fitted. Sparse rows stay sparse.
/// Throws InvalidInput if the columns are not rows·cols·channels or the box leaves the image.
/// O(n·columns made), O(stored values·log) sparse.
PreprocessEntry CropStepEntry();

}  // namespace mercer

#endif  // MERCER_CORE_DATA_STEPS_BUILTIN_STEPS_H_

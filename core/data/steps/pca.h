#ifndef MERCER_CORE_DATA_STEPS_PCA_H_
#define MERCER_CORE_DATA_STEPS_PCA_H_

#include "core/data/steps/preprocess_step.h"

namespace mercer {

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

}  // namespace mercer

#endif  // MERCER_CORE_DATA_STEPS_PCA_H_

#ifndef MERCER_CORE_LEARNERS_FEATURE_ROWS_H_
#define MERCER_CORE_LEARNERS_FEATURE_ROWS_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/learners/learner.h"

namespace mercer {

/// Throws InvalidInput, naming the learner, the row (the first row of the block has number `begin`)
/// and the feature, if a value is not finite or is outside ±largest.
void CheckFeatureBlock(const std::string& learner, Index begin, const ConstMatrixRef& rows,
                       double largest);

/// The same check for the stored values of sparse rows, which may have any finite magnitude.
void CheckFeatureBlock(const std::string& learner, Index begin, const SparseMatrix& rows);

/// Calls body(begin, rows) for training rows [begin, begin + rows.rows()), in blocks of about 8
/// MiB. Each block is dense and checked: throws InvalidInput, naming the learner and the row, if a
/// value is not finite.
void ForEachFeatureBlock(const std::string& learner, const RowSource& x,
                         const std::function<void(Index begin, const Matrix& rows)>& body);

/// All features in memory, row-major n × D, as double or float: the matrix of x itself if x is
/// dense and in memory as Real, a copy otherwise. Throws InvalidInput, naming the learner and the
/// row, if a value is outside the range of Real or is not finite, and if the copy does not fit in
/// memory. Values of a dense x in memory are not checked for being finite, since
/// CheckClassification has done so. x must outlive this object.
template <class Real>
class StoredFeatures {
 public:
  StoredFeatures(const std::string& learner, const RowSource& x);

  const Real* data() const { return data_; }
  Index rows() const { return rows_; }
  Index cols() const { return cols_; }

 private:
  // Takes the rows of x, which are floats or are computed as floats.
  void TakeFloats(const std::string& learner, const RowSource& x);
  // Allocates the copy.
  Real* NewCopy(const std::string& learner);
  // Converts `rows` into rows `begin`, `begin` + 1, … of the copy.
  void Copy(const std::string& learner, Index begin, const Matrix& rows);

  Examples buffer_{};  // holds computed dense rows if Real is double
  std::unique_ptr<Real[]> copy_;
  const Real* data_ = nullptr;
  Index rows_ = 0, cols_ = 0;
};

/// One row of the training data: all values, or the stored values of a sparse row.
struct RowView {
  const double* values = nullptr;
  const Index* columns = nullptr;  // of the values; nullptr: all, in order
  Index count = 0;

  double Dot(const double* w) const;          // <z, w>
  void AddTo(double scale, double* w) const;  // w += scale · z
  double SquaredNorm() const;                 // |z|²
};

/// The training rows for solvers that visit them one by one, epoch after epoch. Computed rows are
/// computed in blocks of about 16 MiB each time they are needed (a sparse source has as many rows
/// per block as a dense one) and never kept, so memory does not grow with n. An epoch visits the
/// blocks in random order, and the rows of each block in random order. The order is the same for
/// computed and stored rows, dense or sparse. Rows of different blocks do not mix, so rows sorted
/// by label should be shuffled beforehand.
class RowBlocks {
 public:
  /// The rows of x, which must outlive this.
  RowBlocks(std::string learner, const RowSource& x, std::uint64_t seed);

  Index rows() const { return rows_; }
  Index cols() const { return cols_; }

  /// Calls visit(i, row) once for each row, in the random order of the epoch, which is a function
  /// of the seed, the epoch and the shape. Throws InvalidInput, naming the learner and the row, if
  /// a value is not finite.
  template <class Visit>
  void Epoch(Index epoch, const Visit& visit) {
    RandomStream random(seed_, StreamPurpose::kLearner, static_cast<std::uint64_t>(epoch));
    for (const Index block : RandomPermutation(random, blocks_)) {
      const Index begin = block * step_;
      Load(block);
      for (const Index i : RandomPermutation(random, Count(block)))
        visit(begin + i, Row(begin + i));
    }
  }

  /// The same, from the first row to the last.
  template <class Visit>
  void InOrder(const Visit& visit) {
    for (Index block = 0; block < blocks_; ++block) {
      const Index begin = block * step_, end = begin + Count(block);
      Load(block);
      for (Index i = begin; i < end; ++i) visit(i, Row(i));
    }
  }

  /// Size of a block in bytes.
  static double BlockBytes(Index n, Index columns);

 private:
  Index Count(Index block) const;
  void Load(Index block);
  RowView Row(Index i) const;

  std::string learner_;
  const RowSource& x_;
  std::uint64_t seed_;
  Index rows_, cols_, step_, blocks_;
  Examples buffer_{};
  HeldRows held_{};    // the rows of the loaded block
  Index loaded_ = -1;  // its number
};

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_FEATURE_ROWS_H_

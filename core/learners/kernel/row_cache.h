#ifndef MERCER_CORE_LEARNERS_KERNEL_ROW_CACHE_H_
#define MERCER_CORE_LEARNERS_KERNEL_ROW_CACHE_H_

#include <list>
#include <memory>
#include <span>
#include <vector>

#include "core/learners/kernel/kernel_rows.h"

namespace mercer {

/// The kernel rows used last, in float, in memory of a fixed size. Positions are those of the rows
/// chosen (KernelRows).
class RowCache {
 public:
  /// At most `bytes`, but always two rows, and never more than all n rows of them take. Throws
  /// InvalidInput where that does not fit in memory.
  RowCache(KernelRows rows, Index n, double bytes);

  /// Chooses the rows of the given numbers; what was kept is forgotten.
  void Choose(std::span<const Index> numbers);

  /// Keeps the chosen rows at the given positions (ascending) only, also of the rows held.
  void Keep(std::span<const Index> numbers, std::span<const Index> positions);

  Index stride() const { return rows_.stride(); }

  /// k(x_number, ·)/scale over the rows chosen, stride() values; stays until the next but one other
  /// row is asked for, or rows are chosen.
  const float* Row(Index number);

  Index computed() const { return computed_; }  // rows so far

  static double Bytes(double n, double bytes);

 private:
  struct FreeMemory {
    void operator()(float* memory) const;
  };

  float* At(Index slot) const { return memory_.get() + slot * rows_.stride(); }
  void CountSlots();

  KernelRows rows_;
  Index values_;  // floats held
  std::unique_ptr<float[], FreeMemory> memory_;
  std::vector<Index> slot_of_;  // of each number, -1 where it is not held
  std::vector<Index> held_;     // the number that a slot holds
  Index slots_ = 0;             // that the memory has room for
  // Slots from the one used last to the one used longest ago.
  std::list<Index> order_;
  std::vector<std::list<Index>::iterator> place_;  // of each slot in it
  Index computed_ = 0;
};

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_KERNEL_ROW_CACHE_H_

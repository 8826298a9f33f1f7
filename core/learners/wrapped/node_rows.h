#ifndef MERCER_CORE_LEARNERS_WRAPPED_NODE_ROWS_H_
#define MERCER_CORE_LEARNERS_WRAPPED_NODE_ROWS_H_

#include <memory>
#include <utility>
#include <vector>

#include "core/base/non_zeros.h"

namespace mercer {

/// Rows as LIBSVM and LIBLINEAR take them (Node is svm_node or feature_node): the non-zeros as
/// pairs of column, from 1, and value, ended by column −1; all in one allocation.
template <class Node>
struct NodeRows {
  std::unique_ptr<Node[]> nodes;
  std::vector<Node*> rows;
};

/// Rows [begin, begin + count) of x, with a last node of value `bias` in column d + 1 where bias ≥
/// 0. 16 bytes for each non-zero. O(count·d) dense, O(non-zeros) sparse.
template <class Node>
NodeRows<Node> MakeNodeRows(const Examples& x, Index begin, Index count, double bias = -1) {
  const Index extra = bias >= 0 ? 2 : 1;
  Index total = count * extra;
  for (Index i = begin; i < begin + count; ++i)
    ForEachNonZero(x, i, [&](Index, double) { ++total; });
  NodeRows<Node> out{
      .nodes = std::make_unique_for_overwrite<Node[]>(static_cast<std::size_t>(total)), .rows = {}};
  out.rows.reserve(static_cast<std::size_t>(count));
  Node* next = out.nodes.get();
  for (Index i = begin; i < begin + count; ++i) {
    out.rows.push_back(next);
    ForEachNonZero(x, i, [&](Index j, double value) {
      *next++ = {static_cast<int>(j) + 1, value};
    });
    if (bias >= 0) *next++ = {static_cast<int>(x.cols()) + 1, bias};
    *next++ = {-1, 0};
  }
  return out;
}

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_WRAPPED_NODE_ROWS_H_

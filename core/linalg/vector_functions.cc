#include "core/linalg/vector_functions.h"

#include <cmath>

namespace mercer {

void VectorExp(double* values, Index n) {
  for (Index i = 0; i < n; ++i) values[i] = std::exp(values[i]);
}

void VectorCos(double* values, Index n) {
  for (Index i = 0; i < n; ++i) values[i] = std::cos(values[i]);
}

}  // namespace mercer

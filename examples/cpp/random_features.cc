// Draws random Fourier features of a Gaussian kernel and trains a linear machine on them: which of
// two shells around the origin does a point lie in? No line through the points tells.
#include <core/base/random.h>
#include <core/kernels/builtin_kernels.h>
#include <core/learners/builtin_learners.h>
#include <core/maps/builtin_maps.h>

#include <cstdio>

int main() {
  const mercer::Index n = 2000, d = 5, train = 1500;
  mercer::RandomStream stream(1, mercer::StreamPurpose::kGenerator, 0);
  mercer::Matrix x(n, d);
  mercer::Vector y(n);
  for (mercer::Index i = 0; i < n; ++i) {
    y[i] = i % 2 == 0 ? 1 : -1;
    for (mercer::Index j = 0; j < d; ++j) x(i, j) = stream.Gaussian();
    x.row(i) *= (y[i] > 0 ? 1.0 : 2.0) / x.row(i).norm();
  }
  const auto kernel = mercer::MakeKernel("gaussian", {{"sigma", 1.0}});
  const auto spec = mercer::MakeMapSpec("random_fourier", {});
  const auto map = spec->Draw({.kernel = *kernel, .input_dim = d, .num_random_features = 500});
  mercer::Matrix z(n, map->output_dim());
  map->TransformRows(mercer::Examples(x), 0, n, z);

  const mercer::Examples train_rows(z.topRows(train)), test_rows(z.bottomRows(n - train));
  const mercer::Vector labels = y.head(train);
  const auto learner = mercer::MakeLearner("ridge", {{"lambda", 1e-3}, {"target", "classes"}});
  const auto model = learner->Fit({.x = train_rows, .y = labels});
  const mercer::Vector predicted = model->Predict(test_rows);
  const auto right = (predicted.array() == y.tail(n - train).array()).count();
  std::printf("%ld of %ld test points right\n", static_cast<long>(right),
              static_cast<long>(n - train));
}

#include "python/bindings/called_map.h"

#include <utility>

#include "core/base/error.h"
#include "python/bindings/array_rows.h"

namespace mercer::python {
namespace py = pybind11;
namespace {

using Features = py::array_t<double, py::array::c_style | py::array::forcecast>;

// The features that the function makes of the rows, checked.
Features Call(const std::string& name, const py::object& function, const Matrix& rows) {
  const py::object made = function(ToArray(rows));
  const auto features = Features::ensure(made);
  if (!features) throw py::error_already_set();
  if (features.ndim() != 2 || features.shape(0) != rows.rows() || features.shape(1) == 0) {
    std::string shape;
    for (py::ssize_t k = 0; k < features.ndim(); ++k)
      shape += (k > 0 ? " x " : "") + std::to_string(features.shape(k));
    throw InvalidInput("map '" + name + "': its features of " + std::to_string(rows.rows()) +
                       " rows are an array of shape " + shape +
                       "; expected a row for each row, of one feature or more");
  }
  return features;
}

class CalledMap : public FeatureMap {
 public:
  CalledMap(std::string name, py::object function, Index input_dim, Index num_random_features,
            Index output_dim)
      : name_(std::move(name)),
        function_(std::move(function)),
        input_dim_(input_dim),
        num_random_features_(num_random_features),
        output_dim_(output_dim) {}

  std::string name() const override { return name_; }
  Index input_dim() const override { return input_dim_; }
  Index num_random_features() const override { return num_random_features_; }
  Index output_dim() const override { return output_dim_; }
  std::size_t bytes() const override { return 0; }                           // Python does not tell
  double OperationsPerRow(double /*nonzeros*/) const override { return 0; }  // nor this

 protected:
  void ComputeRows(const Examples& x, Index begin, Index count, MatrixRef out) const override {
    const Features features = Call(name_, function_, x.DenseRows(begin, count));
    if (features.shape(1) != output_dim_) {
      throw InvalidInput("map '" + name_ + "': one draw has " + std::to_string(output_dim_) +
                         " features of one row and " + std::to_string(features.shape(1)) +
                         " of another; expected the same number");
    }
    out = Eigen::Map<const Matrix>(features.data(), count, output_dim_);
  }

 private:
  std::string name_;
  py::object function_;
  Index input_dim_, num_random_features_, output_dim_;
};

}  // namespace

CalledMapSpec::CalledMapSpec(std::string name, py::object draw, const Examples& train)
    : name_(std::move(name)), draw_(std::move(draw)), train_(train) {}

// Whether it approximates the kernel is what is asked.
void CalledMapSpec::CheckKernel(const Kernel& /*kernel*/) const {}

// Only the draw tells.
Index CalledMapSpec::OutputDim(const Kernel& /*kernel*/, Index /*input_dim*/,
                               Index num_random_features) const {
  return num_random_features;
}

double CalledMapSpec::DrawnBytes(const Kernel& /*kernel*/, Index /*input_dim*/,
                                 Index /*num_random_features*/) const {
  return 0;
}

std::optional<double> CalledMapSpec::FeatureVariance(const Kernel& /*kernel*/, const Vector& /*x*/,
                                                     const Vector& /*y*/) const {
  return std::nullopt;
}

std::string CalledMapSpec::NoVarianceReason(const Kernel& /*kernel*/) const {
  return "it is a function of Python";
}

std::unique_ptr<FeatureMap> CalledMapSpec::DoDraw(const DrawContext& context) const {
  CheckDrawContext(name_, context);
  py::object function =
      draw_(context.num_random_features, context.seed, ToArray(train_.DenseRows(0, train_.rows())));
  const Features first = Call(name_, function, train_.DenseRows(0, 1));
  return std::make_unique<CalledMap>(name_, std::move(function), context.input_dim,
                                     context.num_random_features, first.shape(1));
}

}  // namespace mercer::python

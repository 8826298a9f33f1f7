#include "core/maps/skeleton/factor_products.h"

#include <algorithm>
#include <array>
#include <limits>

#include "core/base/error.h"

namespace mercer {
namespace {

// Rows that are multiplied together: one register of doubles, or two.
constexpr Index kLanes = 8;

using Lanes = std::array<double, kLanes>;

void MultiplyLanes(const double* real, const double* imaginary, Lanes& product_real,
                   Lanes& product_imaginary) {
  for (std::size_t r = 0; r < kLanes; ++r) {
    const double a = product_real[r], b = product_imaginary[r];
    product_real[r] = a * real[r] - b * imaginary[r];
    product_imaginary[r] = a * imaginary[r] + b * real[r];
  }
}

}  // namespace

FactorProducts::FactorProducts(SkeletonRows rows)
    : rows_(std::move(rows)), vectors_(static_cast<std::size_t>(rows_.num_inputs())) {}

std::vector<std::int32_t> FactorProducts::Atoms(const std::vector<BaseFactor>& factors) {
  std::vector<std::int32_t> atoms;
  for (const BaseFactor& factor : factors) {
    MERCER_CHECK(atoms_.size() < std::numeric_limits<std::int32_t>::max());
    const auto number = static_cast<std::int32_t>(atoms_.size());
    const auto input = static_cast<std::int32_t>(factor.input);
    if (factor.vector.empty()) {
      const auto [place, is_new] = atom_numbers_.try_emplace({factor.input, factor.omega}, number);
      if (is_new) atoms_.push_back({input, factor.omega});
      atoms.push_back(place->second);
      continue;
    }
    std::vector<double>& vectors = vectors_[static_cast<std::size_t>(factor.input)];
    atoms_.push_back({input, static_cast<std::uint32_t>(vectors.size() / factor.vector.size())});
    vectors.insert(vectors.end(), factor.vector.begin(), factor.vector.end());
    atoms.push_back(number);
  }
  std::sort(atoms.begin(), atoms.end());
  return atoms;
}

void FactorProducts::Add(const std::vector<std::int32_t>& atoms, double weight, ProductPart part) {
  indices_.insert(indices_.end(), atoms.begin(), atoms.end());
  products_.push_back({indices_.size(), weight, part});
}

std::size_t FactorProducts::bytes() const {
  std::size_t bytes = atoms_.size() * sizeof(Atom) + indices_.size() * sizeof(std::int32_t) +
                      products_.size() * sizeof(Product);
  for (const std::vector<double>& vectors : vectors_) bytes += vectors.size() * sizeof(double);
  return bytes;
}

double FactorProducts::OperationsPerRow(double nonzeros) const {
  double operations = 6.0 * static_cast<double>(indices_.size()) + static_cast<double>(size());
  for (Index input = 0; input < rows_.num_inputs(); ++input) {
    const double values = static_cast<double>(vectors_[static_cast<std::size_t>(input)].size());
    const double vectors = values / static_cast<double>(rows_.size(input));
    operations += 2 * vectors * std::min(nonzeros, static_cast<double>(rows_.columns(input)));
  }
  return operations;
}

std::vector<Index> FactorProducts::UsedInputs() const {
  std::vector<bool> used(static_cast<std::size_t>(rows_.num_inputs()), false);
  for (const Atom& atom : atoms_) used[static_cast<std::size_t>(atom.input)] = true;
  std::vector<Index> inputs;
  for (std::size_t i = 0; i < used.size(); ++i)
    if (used[i]) inputs.push_back(static_cast<Index>(i));
  return inputs;
}

// <ω, u> of every row with every vector of each input.
std::vector<Matrix> FactorProducts::Projections(const Matrix& encoded) const {
  std::vector<Matrix> projections(vectors_.size());
  for (std::size_t i = 0; i < vectors_.size(); ++i) {
    if (vectors_[i].empty()) continue;
    const auto input = static_cast<Index>(i);
    const Index size = rows_.size(input), count = static_cast<Index>(vectors_[i].size()) / size;
    const Eigen::Map<const Matrix> vectors(vectors_[i].data(), count, size);
    projections[i].noalias() = encoded.middleCols(rows_.offset(input), size) * vectors.transpose();
  }
  return projections;
}

// The real parts of an atom's lanes, then the imaginary ones.
void FactorProducts::EvaluateAtoms(const Matrix& encoded, std::vector<double>& values) const {
  const std::vector<Matrix> projections = Projections(encoded);
  for (std::size_t a = 0; a < atoms_.size(); ++a) {
    const Atom& atom = atoms_[a];
    const BaseSpace& space = rows_.space(atom.input);
    const Index offset = rows_.offset(atom.input), size = rows_.size(atom.input);
    double* lanes = values.data() + 2 * kLanes * a;
    for (Index r = 0; r < encoded.rows(); ++r) {
      const std::complex<double> value =
          space.has_vectors()
              ? space.FeatureOf(projections[static_cast<std::size_t>(atom.input)](r, atom.omega))
              : space.Feature(atom.omega, encoded.row(r).data() + offset, size);
      lanes[r] = value.real();
      lanes[kLanes + r] = value.imag();
    }
  }
}

void FactorProducts::Evaluate(const Examples& x, Index begin, bool both, MatrixRef out) const {
  MERCER_CHECK(out.cols() == (both ? 2 : 1) * size());
  const std::vector<Index> inputs = UsedInputs();
  std::vector<double> atoms(2 * kLanes * atoms_.size(), 0.0);
  for (Index done = 0; done < out.rows(); done += kLanes) {
    const Index count = std::min(kLanes, out.rows() - done);
    EvaluateAtoms(rows_.Encode(x, begin + done, count, inputs), atoms);
    std::size_t index = 0;
    for (Index p = 0; p < size(); ++p) {
      const Product& product = products_[static_cast<std::size_t>(p)];
      Lanes real, imaginary;
      real.fill(product.weight);
      imaginary.fill(0);
      for (; index < product.end; ++index) {
        const double* atom = atoms.data() + 2 * kLanes * indices_[index];
        MultiplyLanes(atom, atom + kLanes, real, imaginary);
      }
      const Lanes& part = product.part == ProductPart::kImaginary ? imaginary : real;
      for (Index r = 0; r < count; ++r) {
        const auto lane = static_cast<std::size_t>(r);
        if (both) {
          out(done + r, 2 * p) = real[lane];
          out(done + r, 2 * p + 1) = imaginary[lane];
        } else {
          out(done + r, p) = part[lane];
        }
      }
    }
  }
}

}  // namespace mercer

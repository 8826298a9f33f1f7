#include "python/bindings/drawn_map.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/base/random.h"
#include "core/data/rows/labelled_rows.h"
#include "core/kernels/builtin_kernels.h"
#include "core/kernels/shift_invariant/bandwidth.h"
#include "core/linalg/memory.h"
#include "core/maps/builtin_maps.h"
#include "experiments/config/trial/identity.h"
#include "python/bindings/named.h"

namespace mercer::python {
namespace py = pybind11;
namespace {

// Rows that a thread reads and transforms at a time: a multiple of every map's own block.
constexpr Index kPieceRows = 288;

// The rows that ScanFile (experiments/transform) takes of a file, by their numbers.
std::vector<Index> SampleNumbers(Index rows, Index sample_rows, std::uint64_t seed) {
  RandomStream stream(seed, StreamPurpose::kBandwidth, 1);
  std::vector<Index> numbers;
  for (Index row = 0; row < rows; ++row) {
    if (row < sample_rows) {
      numbers.push_back(row);
      continue;
    }
    const std::uint64_t place = stream.Below(static_cast<std::uint64_t>(row) + 1);
    if (place < static_cast<std::uint64_t>(sample_rows)) numbers[place] = row;
  }
  return numbers;
}

Examples Sample(const ArrayRows& rows, Index sample_rows, std::uint64_t seed) {
  const std::vector<Index> numbers = SampleNumbers(rows.rows(), sample_rows, seed);
  Examples sample;
  if (rows.is_sparse()) {
    sample = rows.All().Select(numbers);
  } else {
    Matrix dense(static_cast<Index>(numbers.size()), rows.cols());
    for (std::size_t i = 0; i < numbers.size(); ++i)
      rows.Rows(numbers[i], 1, dense.middleRows(static_cast<Index>(i), 1));
    sample = Examples(std::move(dense));
  }
  return Stored(ToSparse(sample), Storage::kByDensity);
}

void CheckOutputFits(const FeatureMap& map, Index rows, double bytes) {
  CheckFitsInMemory("the output of map '" + map.name() + "', " + std::to_string(map.output_dim()) +
                        " columns for " + std::to_string(rows) + " rows,",
                    bytes * static_cast<double>(rows) * static_cast<double>(map.output_dim()));
}

}  // namespace

DrawnMap::DrawnMap(MapDescription description)
    : description_(std::move(description)), map_(DrawDescribed(description_)) {}

std::unique_ptr<DrawnMap> DrawnMap::Fit(const std::string& kernel, const std::string& map,
                                        Index num_random_features, std::uint64_t seed,
                                        const ArrayRows& rows) {
  constexpr Index kSampleRows = 2000;
  MapDescription description{.kernel = ReadObject(KernelRegistry(), kernel),
                             .map = ReadObject(MapRegistry(), map),
                             .num_random_features = num_random_features,
                             .seed = seed,
                             .input_dim = rows.cols()};
  const bool has_rule = HasBandwidthRule(description.kernel.params);
  const bool takes_rows = IsDataDependent(description.map);
  if (has_rule || takes_rows) {
    Examples sample = Sample(rows, std::max(kSampleRows, num_random_features), seed);
    description.kernel.params = ResolveBandwidth(description.kernel.params, sample, seed);
    if (takes_rows) description.train = std::move(sample);
  }
  return std::make_unique<DrawnMap>(std::move(description));
}

template <class Real>
py::array_t<Real> DrawnMap::Transform(const py::object& given, int threads) const {
  using Features = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const ArrayRows rows(given);
  const Index n = rows.rows(), columns = map_->output_dim();
  CheckOutputFits(*map_, n, sizeof(Real));
  py::array_t<Real> features({n, columns});
  Eigen::Map<Features, Eigen::Unaligned, Eigen::OuterStride<>> out(
      features.mutable_data(), n, columns, Eigen::OuterStride<>(columns));
  {
    const py::gil_scoped_release release;
    ParallelFor(n, kPieceRows, threads, [&](Index begin, Index end) {
      Examples buffer;
      const HeldRows held = rows.Range(begin, end - begin, buffer);
      try {
        map_->TransformRows(*held.held, held.first, end - begin,
                            out.middleRows(begin, end - begin));
      } catch (const InvalidRow& fault) {
        throw fault.Shifted(begin - held.first);
      }
    });
  }
  return features;
}

template py::array_t<double> DrawnMap::Transform<double>(const py::object&, int) const;
template py::array_t<float> DrawnMap::Transform<float>(const py::object&, int) const;

py::tuple DrawnMap::TransformSparse(const py::object& given, int threads) const {
  const ArrayRows rows(given);
  SparseMatrix features;
  {
    const py::gil_scoped_release release;
    if (!map_->has_sparse_output(rows.All())) {
      throw InvalidInput("map '" + map_->name() +
                         "': most of its features of these rows are not 0; expected "
                         "sparse_output=False");
    }
    features = map_->TransformSparse(rows.All(), threads);
  }
  const Index stored = features.nonZeros();
  return py::make_tuple(py::array_t<double>(stored, features.valuePtr()),
                        py::array_t<std::int64_t>(stored, features.innerIndexPtr()),
                        py::array_t<std::int64_t>(features.rows() + 1, features.outerIndexPtr()));
}

py::tuple DrawnMap::State() const {
  const MapDescription& d = description_;
  return py::make_tuple(ToJson(d.kernel), ToJson(d.map), d.num_random_features, d.seed, d.input_dim,
                        d.train ? ToArrays(*d.train) : py::none(), VersionedKernel(d.kernel),
                        VersionedMap(d.map));
}

std::unique_ptr<DrawnMap> DrawnMap::FromState(const py::tuple& state) {
  MapDescription d{.kernel = ReadObject(KernelRegistry(), state[0].cast<std::string>()),
                   .map = ReadObject(MapRegistry(), state[1].cast<std::string>()),
                   .num_random_features = state[2].cast<Index>(),
                   .seed = state[3].cast<std::uint64_t>(),
                   .input_dim = state[4].cast<Index>()};
  if (!state[5].is_none()) d.train = ArrayRows(state[5]).All();
  const auto expect = [](const std::string& theirs, const std::string& ours) {
    if (theirs == ours) return;
    throw InvalidInput("what was pickled was drawn as " + theirs + " and this library has " + ours +
                       ", which gives other numbers; expected the same version: fit it again");
  };
  expect(state[6].cast<std::string>(), VersionedKernel(d.kernel));
  expect(state[7].cast<std::string>(), VersionedMap(d.map));
  return std::make_unique<DrawnMap>(std::move(d));
}

}  // namespace mercer::python

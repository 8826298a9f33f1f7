#include "experiments/doctor/contract.h"

#include <memory>
#include <numeric>

namespace mercer {
namespace {

std::unique_ptr<FeatureMap> Draw(const Patient& patient, Index D, std::uint64_t seed) {
  return patient.spec.Draw({patient.kernel, patient.rows.cols(), D, seed,
                            patient.traits.data_dependent ? &patient.train : nullptr});
}

// Not inlined: GCC 12 warns of the copy of a literal where it is.
[[gnu::noinline]] void Add(std::vector<std::string>& faults, const char* sentence) {
  faults.emplace_back(sentence);
}

bool Differ(const Matrix& a, const Matrix& b) {
  if (a.rows() != b.rows() || a.cols() != b.cols()) return true;
  for (Index i = 0; i < a.rows(); ++i)
    if (!((a.row(i) - b.row(i)).norm() <= kFloatAccuracy * a.row(i).norm())) return true;
  return false;
}

}  // namespace

std::vector<std::string> ContractFaults(const Patient& patient, Index num_random_features,
                                        std::uint64_t seed) {
  std::vector<std::string> faults;
  const Index n = patient.rows.rows();
  if (n < 2) return faults;  // Diagnose refuses them
  const Index middle = n / 2;
  Matrix z;
  bool depends = false;
  {
    const std::unique_ptr<FeatureMap> map = Draw(patient, num_random_features, seed);
    if (map->has_sparse_output(patient.rows)) return faults;
    z = map->Transform(patient.rows);
    // What does not repeat under one draw tells nothing of another.
    if (Differ(map->Transform(patient.rows), z)) {
      Add(faults, "not a function of the row: the same rows have other features");
      return faults;
    }
    std::vector<Index> backwards(static_cast<std::size_t>(n));
    std::iota(backwards.rbegin(), backwards.rend(), Index{0});
    const Matrix turned = map->Transform(patient.rows.Select(backwards)).colwise().reverse();
    const Matrix half = map->Transform(patient.rows.SelectRange(0, n - middle));
    const Matrix alone = map->Transform(patient.rows.SelectRange(0, 1));
    depends =
        Differ(turned, z) || Differ(half, z.topRows(n - middle)) || Differ(alone, z.topRows(1));
  }
  // The draw above is no more, so that a program which counts its draws is asked again.
  const bool repeats =
      !Differ(Draw(patient, num_random_features, seed)->Transform(patient.rows), z);
  if (!repeats) {
    Add(faults, "not a function of the seed: two draws with one seed differ");
  } else {
    // A map may keep what it sees of the rows that it maps first.
    const Matrix first = Draw(patient, num_random_features, seed)
                             ->Transform(patient.rows.SelectRange(middle, n - middle));
    depends = depends || Differ(first, z.bottomRows(n - middle));
  }
  if (depends) Add(faults, "the features of a row depend on the other rows that are mapped");
  if (!patient.traits.deterministic &&
      !Differ(Draw(patient, num_random_features, seed + 1)->Transform(patient.rows), z))
    Add(faults, "it ignores the seed: draws with two seeds are the same");
  return faults;
}

}  // namespace mercer

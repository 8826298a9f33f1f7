#include "experiments/run/trial/shared_features.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/sha256.h"
#include "core/data/parsed_cache.h"
#include "experiments/run/machine/disk_room.h"
#include "experiments/run/trial/machinery.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "features-";
// Columns of the first piece; each further one doubles what there is.
constexpr Index kFirstColumns = 64;

/// The column behind the piece that begins at `first`.
Index EndOfPiece(Index first, Index columns) {
  return std::min(columns, std::max(kFirstColumns, 2 * first));
}

}  // namespace

SharedFeatures::SharedFeatures(fs::path folder, std::string key, const FeatureMap& map,
                               Index largest,
                               std::function<std::unique_ptr<FeatureMap>()> draw_largest)
    : folder_(std::move(folder)),
      key_(std::move(key)),
      map_(map),
      largest_(largest),
      draw_largest_(std::move(draw_largest)) {
  MERCER_CHECK(map.num_random_features() <= largest);
  width_ = map.is_complex() ? 2 : 1;
  exact_ = map.output_dim() - width_ * map.num_random_features();
  MERCER_CHECK(exact_ >= 0);
  block_rows_ = FeatureBlockRows(8.0 * static_cast<double>(exact_ + width_ * largest));
}

std::string SharedFeatures::PathOf(const std::string& block, Index first) const {
  const std::string name = Sha256Hex(key_ + "\n" + block + "\n" + std::to_string(first));
  return (folder_ / (std::string(kPrefix) + name.substr(0, 32))).string();
}

bool SharedFeatures::Read(const std::string& block, MatrixRef out) const {
  const Index columns = exact_ + width_ * largest_;
  for (Index first = 0; first < out.cols();) {
    const Index end = EndOfPiece(first, columns);
    const auto piece = ReadParsed(PathOf(block, first), key_);
    if (!piece || piece->rows.x.is_sparse() || piece->rows.x.rows() != out.rows() ||
        piece->rows.x.cols() != end - first)
      return false;
    const Index taken = std::min(end, out.cols()) - first;
    out.middleCols(first, taken) = piece->rows.x.dense().leftCols(taken);
    first = end;
  }
  return true;
}

void SharedFeatures::Write(const std::string& block, const Matrix& features) const {
  for (Index first = 0; first < features.cols();) {
    const Index end = EndOfPiece(first, features.cols());
    const ParsedRows piece{
        {Matrix(features.middleCols(first, end - first)), Vector::Zero(features.rows())}};
    if (!WriteParsed(PathOf(block, first), key_, piece)) {
      std::error_code ignored;  // the room that the pieces before take is needed
      for (Index written = 0; written < first; written = EndOfPiece(written, features.cols()))
        fs::remove(PathOf(block, written), ignored);
      return;
    }
    first = end;
  }
}

void SharedFeatures::Scale(MatrixRef features) const {
  const double ratio =
      static_cast<double>(largest_) / static_cast<double>(map_.num_random_features());
  features.rightCols(features.cols() - exact_) *= std::sqrt(ratio);
}

Matrix SharedFeatures::Block(const std::string& part, const Examples& x, Index begin, Index count,
                             int threads) {
  MERCER_CHECK(begin % block_rows_ == 0 && count <= block_rows_);
  const std::string block = part + "\n" + std::to_string(begin) + "\n" + std::to_string(count);
  Matrix out(count, map_.output_dim());
  if (!Read(block, out)) {
    const Examples rows = x.SelectRange(begin, count);
    const double bytes =
        8.0 * static_cast<double>(x.rows()) * static_cast<double>(exact_ + width_ * largest_);
    if (!HasRoomFor(bytes, folder_)) return map_.Transform(rows, threads);
    if (largest_map_ == nullptr) largest_map_ = draw_largest_();
    const Matrix features = largest_map_->Transform(rows, threads);
    MERCER_CHECK(features.cols() == exact_ + width_ * largest_);
    Write(block, features);
    out = features.leftCols(out.cols());
  }
  Scale(out);
  return out;
}

void SharedRows::Compute(Index begin, Index count, MatrixRef out) const {
  const Index step = features_.BlockRows();
  for (Index done = 0; done < count; done += step) {
    const Index rows = std::min(step, count - done);
    out.middleRows(done, rows) = features_.Block(part_, x_, begin + done, rows, threads_);
  }
}

}  // namespace mercer

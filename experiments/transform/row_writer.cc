#include "experiments/transform/row_writer.h"

#include <bit>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <system_error>

#include "core/base/atomic_output.h"
#include "core/base/error.h"
#include "experiments/external/exchange_files.h"

namespace mercer {
namespace {

template <class Real>
void AppendNumber(Real value, std::string& text) {
  char digits[32];
  const auto result = std::to_chars(digits, digits + sizeof digits, value);
  text.append(digits, result.ptr);
}

void AppendFeature(double value, bool floats, std::string& text) {
  if (floats) return AppendNumber(static_cast<float>(value), text);
  AppendNumber(value, text);
}

class LibsvmWriter : public RowWriter {
 public:
  LibsvmWriter(const std::string& path, bool floats) : file_(path), floats_(floats) {}

  void Write(const ConstMatrixRef& features, const Vector& labels) override {
    text_.clear();
    for (Index i = 0; i < features.rows(); ++i) {
      AppendNumber(labels[i], text_);
      for (Index j = 0; j < features.cols(); ++j) AppendPair(j, features(i, j));
      text_ += '\n';
    }
    file_.Write(text_);
  }

  bool takes_sparse() const override { return true; }

  void WriteSparse(const SparseMatrix& features, const Vector& labels) override {
    text_.clear();
    for (Index i = 0; i < features.rows(); ++i) {
      AppendNumber(labels[i], text_);
      for (SparseMatrix::InnerIterator it(features, i); it; ++it) AppendPair(it.col(), it.value());
      text_ += '\n';
    }
    file_.Write(text_);
  }

  void Finish() override { file_.Commit(); }

 private:
  void AppendPair(Index column, double value) {
    if (value == 0) return;
    text_ += ' ' + std::to_string(column + 1) + ':';
    AppendFeature(value, floats_, text_);
  }

  AtomicOutput file_;
  bool floats_;
  std::string text_;
};

class LabelWriter {
 public:
  LabelWriter(const std::string& path, bool has_labels) : path_(LabelPath(path)) {
    if (has_labels) file_.emplace(path_);
  }

  void Write(const Vector& labels) {
    if (!file_) return;
    std::string text;
    for (const double label : labels) {
      AppendNumber(label, text);
      text += '\n';
    }
    file_->Write(text);
  }

  void Finish() {
    if (file_) {
      file_->Commit();
      return;
    }
    // What an earlier file of rows left are no labels of these.
    std::error_code error;
    if (!std::filesystem::is_regular_file(path_, error)) return;
    if (!std::filesystem::remove(path_, error) && error) {
      throw InvalidInput("'" + path_ + "' cannot be removed: " + error.message() +
                         "; expected no labels beside rows without labels");
    }
  }

 private:
  std::string path_;
  std::optional<AtomicOutput> file_;
};

class CsvWriter : public RowWriter {
 public:
  CsvWriter(const std::string& path, bool has_labels, bool floats)
      : file_(path), labels_(path, has_labels), floats_(floats) {}

  void Write(const ConstMatrixRef& features, const Vector& labels) override {
    text_.clear();
    for (Index i = 0; i < features.rows(); ++i) {
      for (Index j = 0; j < features.cols(); ++j) {
        if (j > 0) text_ += ',';
        AppendFeature(features(i, j), floats_, text_);
      }
      text_ += '\n';
    }
    file_.Write(text_);
    labels_.Write(labels);
  }

  void Finish() override {
    labels_.Finish();
    file_.Commit();
  }

 private:
  AtomicOutput file_;
  LabelWriter labels_;
  bool floats_;
  std::string text_;
};

class NpyWriter : public RowWriter {
 public:
  NpyWriter(const std::string& path, Index columns, bool has_labels, bool floats)
      : file_(path), labels_(path, has_labels), columns_(columns), floats_(floats) {
    file_.Write(Header());
  }

  void Write(const ConstMatrixRef& features, const Vector& labels) override {
    static_assert(std::endian::native == std::endian::little);
    for (Index i = 0; i < features.rows(); ++i) {
      const double* row = features.data() + i * features.outerStride();
      if (!floats_) {
        WriteValues(row, features.cols());
        continue;
      }
      row_ = features.row(i).cast<float>();
      WriteValues(row_.data(), features.cols());
    }
    rows_ += features.rows();
    labels_.Write(labels);
  }

  // The number of rows is known at the end only; the header's length leaves room for any.
  void Finish() override {
    file_.WriteAt(0, Header());
    labels_.Finish();
    file_.Commit();
  }

 private:
  template <class Real>
  void WriteValues(const Real* values, Index count) {
    file_.Write(
        {reinterpret_cast<const char*>(values), static_cast<std::size_t>(count) * sizeof(Real)});
  }

  std::string Header() const {
    return NpyHeadText(floats_ ? "<f4" : "<f8",
                       std::to_string(rows_) + ", " + std::to_string(columns_));
  }

  AtomicOutput file_;
  LabelWriter labels_;
  Index columns_;
  bool floats_;
  Eigen::RowVectorXf row_{};
  Index rows_ = 0;
};

}  // namespace

void RowWriter::WriteSparse(const SparseMatrix&, const Vector&) {
  MERCER_CHECK(!"this format takes no sparse rows");
}

std::string LabelPath(const std::string& path) { return path + ".labels"; }

void CheckRowFormat(const std::string& path) {
  for (const char* ending : {".libsvm", ".csv", ".npy"})
    if (path.ends_with(ending)) return;
  throw InvalidInput("output '" + path + "'; expected a name that ends in .libsvm, .csv or .npy");
}

std::unique_ptr<RowWriter> MakeRowWriter(const std::string& path, Index columns, bool has_labels,
                                         bool floats) {
  if (!has_labels && !path.ends_with(".csv") && !path.ends_with(".npy"))
    throw InvalidInput("output '" + path + "'; expected a name that ends in .csv or .npy");
  CheckRowFormat(path);
  if (path.ends_with(".libsvm")) {
    return std::make_unique<LibsvmWriter>(path, floats);
  }
  if (path.ends_with(".csv")) return std::make_unique<CsvWriter>(path, has_labels, floats);
  return std::make_unique<NpyWriter>(path, columns, has_labels, floats);
}

}  // namespace mercer

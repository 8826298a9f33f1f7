#include "experiments/train/model_file.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/data/formats/decompress.h"
#include "core/data/formats/text_fault.h"

namespace mercer {
namespace {

// The words of a model file, and where they stand.
class ModelReader {
 public:
  explicit ModelReader(const std::string& path) : path_(path), text_(ReadWholeFile(path)) {}

  LinearWeights Read() {
    ReadHead();
    LinearWeights model;
    const bool values = solver_.ends_with("SVR");
    if (nr_class_ < 2) Fail("nr_class, at least 2", "");
    if (nr_feature_ < 1) Fail("nr_feature, at least 1", "");
    if (!values) {
      if (static_cast<Index>(labels_.size()) != nr_class_)
        Fail("a label for each of " + std::to_string(nr_class_) + " classes", "");
      model.labels = Eigen::Map<const Vector>(labels_.data(), nr_class_);
    }
    const bool one_score = values || (nr_class_ == 2 && solver_ != "MCSVM_CS");
    const Index scores = one_score ? 1 : nr_class_;
    const Index rows = nr_feature_ + (bias_ > 0 ? 1 : 0);
    // A weight takes two bytes at least, so that a short file cannot ask for much memory.
    if (rows > static_cast<Index>(text_.size()) / (2 * scores))
      Fail(std::to_string(rows) + " lines of weights", "");
    Matrix all(rows, scores);
    for (Index j = 0; j < rows; ++j)
      for (Index k = 0; k < scores; ++k) all(j, k) = Number("a weight");
    if (!Word().empty()) Fail("the end of the file behind the weights", word_);
    model.weights = all.topRows(nr_feature_);
    model.bias = std::max(bias_, 0.0);
    model.bias_weights =
        bias_ > 0 ? Eigen::RowVectorXd(all.row(nr_feature_)) : Eigen::RowVectorXd::Zero(scores);
    return model;
  }

 private:
  void ReadHead() {
    while (Word() != "w") {
      const std::string key = word_;
      if (key == "solver_type") {
        solver_ = Word();
      } else if (key == "nr_class") {
        nr_class_ = Whole(key);
      } else if (key == "nr_feature") {
        nr_feature_ = Whole(key);
      } else if (key == "bias") {
        bias_ = Number("a bias");
      } else if (key == "rho") {
        Number("rho");
      } else if (key == "label") {
        for (Index k = 0; k < nr_class_; ++k) labels_.push_back(Number("a label"));
      } else {
        Fail("a LIBLINEAR model, as mercer train --model writes", key);
      }
    }
  }

  std::string Word() {
    at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size());
    begin_ = at_;
    at_ = std::min(text_.find_first_of(" \t\r\n", at_), text_.size());
    word_ = text_.substr(begin_, at_ - begin_);
    return word_;
  }

  double Number(const std::string& what) {
    double number = 0;
    if (!ParseNumber(Word(), &number)) Fail(what + ", a finite number", word_);
    return number;
  }

  Index Whole(const std::string& what) {
    constexpr double kMost = 2147483647;
    const double number = Number(what);
    if (number != std::floor(number) || number < 1 || number > kMost)
      Fail(what + ", a whole number >= 1", word_);
    return static_cast<Index>(number);
  }

  [[noreturn]] void Fail(const std::string& expected, const std::string& got) const {
    if (!got.empty())
      ThrowAt(path_, text_, begin_, "expected " + expected + ", got " + Quoted(got));
    throw InvalidInput(path_ + ": expected " + expected);
  }

  const std::string& path_;
  std::string text_;
  std::size_t at_ = 0, begin_ = 0;
  std::string word_;

  std::string solver_;
  Index nr_class_ = 0, nr_feature_ = 0;
  double bias_ = -1;
  std::vector<double> labels_;
};

}  // namespace

std::string WriteModelText(const LinearWeights& weights) {
  const bool values = weights.labels.size() == 0;
  std::string text = values ? "solver_type L2R_L2LOSS_SVR\nnr_class 2\n"
                            : "solver_type L2R_L2LOSS_SVC\nnr_class " +
                                  std::to_string(weights.labels.size()) + "\nlabel";
  for (const double label : weights.labels) text += " " + FormatNumber(label);
  if (!values) text += "\n";
  const bool has_bias = weights.bias > 0;
  text += "nr_feature " + std::to_string(weights.weights.rows()) + "\nbias " +
          (has_bias ? FormatNumber(weights.bias) : "-1") + "\nw\n";
  const auto line = [&text](const Eigen::RowVectorXd& row) {
    for (const double weight : row) text += FormatNumber(weight) + " ";
    text += "\n";
  };
  for (Index j = 0; j < weights.weights.rows(); ++j) line(weights.weights.row(j));
  if (has_bias) line(weights.bias_weights);
  return text;
}

LinearWeights ReadModelFile(const std::string& path) { return ModelReader(path).Read(); }

}  // namespace mercer

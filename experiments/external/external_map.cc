#include "experiments/external/external_map.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/maps/fitting_kernels.h"
#include "experiments/external/external_program.h"
#include "experiments/external/external_use.h"

namespace mercer {
namespace {

constexpr double kBlockBytes = 64 << 20;

/// Programs that wait for the next draw: one draw after another, as the doctor makes them, starts
/// one program.
class IdlePrograms {
 public:
  std::unique_ptr<ExternalProgram> Take() {
    const std::lock_guard lock(mutex_);
    if (programs_.empty()) return nullptr;
    std::unique_ptr<ExternalProgram> program = std::move(programs_.back());
    programs_.pop_back();
    return program;
  }

  void Return(std::unique_ptr<ExternalProgram> program) {
    const std::lock_guard lock(mutex_);
    programs_.push_back(std::move(program));
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<ExternalProgram>> programs_;
};

/// What is known before a program is asked.
struct Shape {
  Index input_dim, num_random_features, output_dim;
};

class ExternalMap : public FeatureMap {
 public:
  ExternalMap(std::unique_ptr<ExternalProgram> program, std::shared_ptr<IdlePrograms> idle,
              const Shape& shape)
      : program_(std::move(program)), idle_(std::move(idle)), shape_(shape) {}
  ~ExternalMap() override {
    if (program_->is_sound()) idle_->Return(std::move(program_));
  }
  ExternalMap(const ExternalMap&) = delete;
  ExternalMap& operator=(const ExternalMap&) = delete;

  std::string name() const override { return kExternalName; }
  Index input_dim() const override { return shape_.input_dim; }
  Index num_random_features() const override { return shape_.num_random_features; }
  Index output_dim() const override { return shape_.output_dim; }
  std::size_t bytes() const override {
    return sizeof(double) * static_cast<std::size_t>(input_dim() * num_random_features());
  }
  double OperationsPerRow(double nonzeros) const override {
    return 2 * nonzeros * static_cast<double>(num_random_features());
  }

 protected:
  void ComputeRows(const Examples& x, Index begin, Index count, MatrixRef out) const override {
    // One line of conversation: threads take turns, and the time of one is that of the others.
    const std::lock_guard lock(mutex_);
    const ExchangeTime time;
    ExchangeFolder& files = program_->files();
    const auto rows = files.For("rows.npy", NpyBytes(count, x.cols()));
    WriteNpyRows(rows, x, begin, count);
    const auto features = files.For("features.npy", NpyBytes(count, output_dim()));
    program_->Ask(kMapTask, {{"rows", rows.string()},
                             {"shape", {count, x.cols()}},
                             {"to", features.string()},
                             {"columns", output_dim()}});
    ReadNpyRows(program_->name(), features, out);
  }

  Index BlockRows() const override {
    const auto widest = static_cast<double>(std::max<Index>({input_dim(), output_dim(), 1}));
    return std::max<Index>(1, static_cast<Index>(kBlockBytes / (8 * widest)));
  }

 private:
  std::unique_ptr<ExternalProgram> program_;
  std::shared_ptr<IdlePrograms> idle_;
  Shape shape_;
  mutable std::mutex mutex_;
};

class ExternalMapSpec : public FeatureMapSpec {
 public:
  ExternalMapSpec(ExternalCommand command, std::vector<std::string> kernels,
                  const MapTraits& traits, Index columns)
      : command_(std::move(command)),
        kernels_(std::move(kernels)),
        traits_(traits),
        columns_(columns) {}

  void CheckKernel(const Kernel& kernel) const override {
    if (!Fits(kernel))
      ThrowUnfitKernel(kExternalName, kernel, "a kernel that its parameter kernels names",
                       [this](const Kernel& other) { return Fits(other); });
  }
  Index OutputDim(const Kernel&, Index, Index num_random_features) const override {
    return columns_ * num_random_features;
  }
  double DrawnBytes(const Kernel&, Index input_dim, Index num_random_features) const override {
    return 8.0 * static_cast<double>(input_dim) * static_cast<double>(num_random_features);
  }
  std::optional<double> FeatureVariance(const Kernel& kernel, const Vector&,
                                        const Vector&) const override {
    CheckKernel(kernel);
    return std::nullopt;
  }
  std::string NoVarianceReason(const Kernel&) const override {
    return "an external map states no formula";
  }
  MapTraits Traits(MapTraits) const override { return traits_; }

 protected:
  std::unique_ptr<FeatureMap> DoDraw(const DrawContext& context) const override;

 private:
  bool Fits(const Kernel& kernel) const {
    if (kernels_.empty()) return true;
    const ParamValue* made = kernel.made_from().Find("name");
    const std::string described = kernel.Describe();
    const std::string name =
        made != nullptr ? made->AsText() : described.substr(0, described.find('('));
    return std::find(kernels_.begin(), kernels_.end(), name) != kernels_.end();
  }

  ExternalCommand command_;
  std::vector<std::string> kernels_;
  MapTraits traits_;
  Index columns_;
  std::shared_ptr<IdlePrograms> idle_ = std::make_shared<IdlePrograms>();
};

std::unique_ptr<FeatureMap> ExternalMapSpec::DoDraw(const DrawContext& context) const {
  CheckDrawContext(kExternalName, context);
  CheckKernel(context.kernel);
  const ExchangeTime time;
  std::unique_ptr<ExternalProgram> program = idle_->Take();
  if (program == nullptr) program = std::make_unique<ExternalProgram>(command_);
  OrderedJson request = {// Below 2^53, which every reader of JSON has exactly.
                         {"seed", context.seed & ((std::uint64_t{1} << 53) - 1)},
                         {"D", context.num_random_features},
                         {"input_dim", context.input_dim},
                         {"kernel", KernelJson(context.kernel)},
                         {"params", FromParams(command_.params)}};
  if (traits_.data_dependent) {
    MERCER_CHECK(context.train != nullptr);
    const Examples& train = *context.train;
    const auto rows = program->files().For("train.npy", NpyBytes(train.rows(), train.cols()));
    WriteNpyRows(rows, train, 0, train.rows());
    request["train"] = rows.string();
    request["shape"] = {train.rows(), train.cols()};
  }
  const OrderedJson drawn = program->Ask(kDrawTask, request);
  const Index most = OutputDim(context.kernel, context.input_dim, context.num_random_features);
  const OrderedJson* columns = Member(drawn, "columns");
  if (columns == nullptr || !columns->is_number_integer() || columns->get<std::int64_t>() < 1 ||
      columns->get<std::int64_t>() > most) {
    throw InvalidInput(program->name() + " says " + Show(drawn) +
                       " of the task draw; expected columns, from 1 to " + std::to_string(most) +
                       " (D times the parameter columns)");
  }
  NoteExternalVersion("map", Cut(TextOf(drawn, "version"), 200));
  return std::make_unique<ExternalMap>(
      std::move(program), idle_,
      Shape{context.input_dim, context.num_random_features, columns->get<Index>()});
}

MapTraits ReadTraits(const Params& params) {
  MapTraits traits;
  const ParamValue* given = params.Find("traits");
  if (given == nullptr) return traits;
  for (const auto& [name, value] : given->AsParams().entries()) {
    bool* trait = name == "unbiased"         ? &traits.unbiased
                  : name == "deterministic"  ? &traits.deterministic
                  : name == "data_dependent" ? &traits.data_dependent
                                             : nullptr;
    if (trait == nullptr) {
      const std::vector<std::string> known{"unbiased", "deterministic", "data_dependent"};
      throw InvalidInput("map 'external': " + UnknownName("trait", name, known));
    }
    if (!value.is_bool()) {
      throw InvalidInput("map 'external': the trait " + name + " is " + value.Canonical() +
                         "; expected true or false");
    }
    *trait = value.AsBool();
  }
  return traits;
}

}  // namespace

bool IsExternal(const FeatureMap& map) { return dynamic_cast<const ExternalMap*>(&map) != nullptr; }

MapEntry ExternalMapEntry() {
  MapEntry entry;
  entry.name = kExternalName;
  entry.summary = "z(x) computed by a program of your own (docs/external.md)";
  entry.params = ExternalParams();
  entry.params.push_back({.name = "kernels",
                          .kind = ParamKind::kList,
                          .help = "names of the kernels that it approximates; absent: any",
                          .optional = true,
                          .items = ParamKind::kText});
  entry.params.push_back({.name = "traits",
                          .kind = ParamKind::kParams,
                          .help = "properties of the map: unbiased, deterministic, data_dependent, "
                                  "each true or false; absent: none",
                          .optional = true});
  entry.params.push_back({.name = "columns",
                          .kind = ParamKind::kInteger,
                          .help = "maximum number of columns of a random feature",
                          .default_value = 1,
                          .min = 1,
                          .max = 1000});
  entry.make = [](const Params& params) -> std::unique_ptr<FeatureMapSpec> {
    std::vector<std::string> kernels;
    if (const ParamValue* list = params.Find("kernels")) {
      for (const ParamValue& item : list->AsList()) kernels.push_back(item.AsText());
    }
    return std::make_unique<ExternalMapSpec>(CommandOf(params), std::move(kernels),
                                             ReadTraits(params), params.Get("columns").AsInteger());
  };
  return entry;
}

}  // namespace mercer

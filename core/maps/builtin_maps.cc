#include "core/maps/builtin_maps.h"

#include "core/base/error.h"
#include "core/maps/random_maclaurin.h"

namespace mercer {
namespace {

std::unique_ptr<FeatureMapSpec> MakeRandomMaclaurin(const Params& params) {
  RandomMaclaurinOptions options;
  options.measure = params.Find("measure")->AsNumber();
  options.h01 = params.Find("h01")->AsBool();
  if (const ParamValue* max_order = params.Find("max_order"))
    options.max_order = max_order->AsInteger();
  options.merge_constants = params.Find("constants")->AsText() == "merge";
  return std::make_unique<RandomMaclaurinSpec>(options);
}

MapEntry RandomMaclaurinEntry() {
  MapEntry entry;
  entry.name = "random_maclaurin";
  entry.summary =
      "sqrt(a_N/(q_N D)) <w_1,x>...<w_N,x> with a random order N and random signs w, for f(<x,y>) "
      "= "
      "sum of a_n <x,y>^n";
  entry.citation = "kar2012, Algorithm 1 and section 6.1";
  entry.params = {
      {.name = "measure",
       .kind = ParamKind::kNumber,
       .help = "p of the order's law, P[N=n] proportional to p^-n",
       .default_value = 2.0,
       .min = 1,
       .open_min = true},
      {.name = "h01",
       .kind = ParamKind::kBool,
       .help =
           "orders 0 and 1 exactly (1+d more columns), random features for the orders from 2 on",
       .default_value = false},
      {.name = "max_order",
       .kind = ParamKind::kInteger,
       .help = "highest order drawn, the law renormalised; with h01 at least 2; absent: no limit",
       .optional = true,
       .min = 0},
      {.name = "constants",
       .kind = ParamKind::kText,
       .help = "order-0 features, all equal: keep each, or merge them into one weighted column",
       .default_value = "keep",
       .choices = {"keep", "merge"}},
  };
  entry.traits = {.unbiased = true, .has_prefix = true};
  entry.make = &MakeRandomMaclaurin;
  return entry;
}

}  // namespace

const Registry<MapEntry>& MapRegistry() {
  static const Registry<MapEntry> registry("map", {RandomMaclaurinEntry()});
  return registry;
}

std::unique_ptr<FeatureMapSpec> MakeMapSpec(const std::string& name, const Params& params) {
  const Registry<MapEntry>& registry = MapRegistry();
  return registry.Get(name).make(registry.ResolveParams(name, params));
}

}  // namespace mercer

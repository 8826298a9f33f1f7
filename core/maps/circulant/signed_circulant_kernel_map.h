#ifndef MERCER_CORE_MAPS_CIRCULANT_SIGNED_CIRCULANT_KERNEL_MAP_H_
#define MERCER_CORE_MAPS_CIRCULANT_SIGNED_CIRCULANT_KERNEL_MAP_H_

#include <memory>

#include "core/maps/circulant/signed_circulant_kernel.h"
#include "core/maps/feature_map.h"

namespace mercer {

/// The map that SignedCirculantKernelSpec draws for the ANOVA kernel of the order given. The
/// context has been checked.
std::unique_ptr<FeatureMap> NewSignedCirculantKernelMap(CirculantSigns signs, Index order,
                                                        const DrawContext& context);

}  // namespace mercer

#endif  // MERCER_CORE_MAPS_CIRCULANT_SIGNED_CIRCULANT_KERNEL_MAP_H_

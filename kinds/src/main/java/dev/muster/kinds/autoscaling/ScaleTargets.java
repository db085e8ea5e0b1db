package dev.muster.kinds.autoscaling;

import dev.muster.kinds.meta.References;
import dev.muster.model.field.Errors;
import dev.muster.views.AutoscalingV2.CrossVersionObjectReference;
import java.util.Optional;

/** References to objects of any kind. */
final class ScaleTargets {
  private ScaleTargets() {}

  /**
   * Checks a reference.
   *
   * @param coreGroup whether the object may be of the core group
   * @param anyVersion whether its version is not looked at
   */
  static void validate(
      CrossVersionObjectReference ref, boolean coreGroup, boolean anyVersion, Errors errors) {
    References.validateSegment(ref.kind(), true, errors);
    References.validateSegment(ref.name(), true, errors);
    if (!anyVersion) {
      String version = ref.apiVersion().text();
      versionFault(version, coreGroup)
          .ifPresent(fault -> errors.invalidText(ref.apiVersion().path(), version, fault));
    }
  }

  /** What is wrong with an apiVersion. */
  static Optional<String> versionFault(String version, boolean coreGroup) {
    if (version.chars().filter(c -> c == '/').count() > 1) {
      return Optional.of("unexpected GroupVersion string: " + version);
    }
    boolean grouped = version.indexOf('/') > 0;
    return coreGroup || grouped
        ? Optional.empty()
        : Optional.of("apiVersion must specify API group");
  }
}

package dev.muster.kinds.features;

import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which features are on in the version that is emulated. Immutable. */
public final class FeatureGates {
  private static final String ALL_ALPHA = "AllAlpha";
  private static final String ALL_BETA = "AllBeta";
  private static final Set<String> TRUE = Set.of("1", "t", "T", "TRUE", "true", "True");
  private static final Set<String> FALSE = Set.of("0", "f", "F", "FALSE", "false", "False");

  private final KubeVersion version;
  private final Map<Feature, Boolean> on;

  private FeatureGates(KubeVersion version, Map<Feature, Boolean> on) {
    this.version = version;
    this.on = on;
  }

  /** As they are when nobody says anything. */
  public static FeatureGates defaults() {
    return of(KubeVersion.CURRENT, "");
  }

  /**
   * As {@code --feature-gates} says, e.g. {@code SupplementalGroupsPolicy=true,AllAlpha=false}.
   *
   * @throws IllegalArgumentException if a gate is unknown or cannot be set to that
   */
  public static FeatureGates of(KubeVersion version, String gates) {
    Map<String, Boolean> said = parse(gates);
    Map<Feature, Boolean> on = new EnumMap<>(Feature.class);
    for (Feature feature : Feature.values()) {
      Feature.State state = feature.in(version);
      Boolean own = said.remove(feature.gate());
      if (own != null && state.locked() && own != state.on()) {
        throw new IllegalArgumentException(
            "cannot set feature gate "
                + feature.gate()
                + " to "
                + own
                + ", feature is locked to "
                + state.on());
      }
      if (own != null && state.stage() == FeatureStage.PRE_ALPHA) {
        throw new IllegalArgumentException(
            "cannot set feature gate %s to %s, feature is PreAlpha at emulated version %s, min compatibility version %s"
                .formatted(feature.gate(), own, version, version.previous()));
      }
      on.put(feature, own != null ? own : together(said, state.stage()).orElse(state.on()));
    }
    said.remove(ALL_ALPHA);
    said.remove(ALL_BETA);
    if (!said.isEmpty()) {
      throw new IllegalArgumentException(
          "unrecognized feature gate: " + said.keySet().iterator().next());
    }
    return new FeatureGates(version, on);
  }

  private static Optional<Boolean> together(Map<String, Boolean> said, FeatureStage stage) {
    return switch (stage) {
      case ALPHA -> Optional.ofNullable(said.get(ALL_ALPHA));
      case BETA -> Optional.ofNullable(said.get(ALL_BETA));
      case PRE_ALPHA, STABLE, DEPRECATED -> Optional.empty();
    };
  }

  private static Map<String, Boolean> parse(String gates) {
    Map<String, Boolean> said = new LinkedHashMap<>();
    for (String part : gates.split(",", -1)) {
      if (part.isBlank()) {
        continue;
      }
      int equals = part.indexOf('=');
      String gate = (equals < 0 ? part : part.substring(0, equals)).strip();
      if (equals < 0) {
        throw new IllegalArgumentException("missing bool value for " + gate);
      }
      String value = part.substring(equals + 1).strip();
      if (!TRUE.contains(value) && !FALSE.contains(value)) {
        throw new IllegalArgumentException(
            "invalid value of "
                + gate
                + "="
                + value
                + ", err: strconv.ParseBool: parsing \""
                + value
                + "\": invalid syntax");
      }
      said.put(gate, TRUE.contains(value));
    }
    return said;
  }

  public boolean enabled(Feature feature) {
    return on.getOrDefault(feature, false);
  }

  /** The fields that the version does not know, each behind the name of its type. */
  public Set<String> unknownFields() {
    Set<String> fields = new HashSet<>();
    for (Feature feature : Feature.values()) {
      if (feature.in(version).stage() == FeatureStage.PRE_ALPHA) {
        fields.addAll(feature.fields());
      }
    }
    return fields;
  }

  /** The version that is emulated. */
  public KubeVersion version() {
    return version;
  }
}

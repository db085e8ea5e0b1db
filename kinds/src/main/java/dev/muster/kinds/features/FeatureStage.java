package dev.muster.kinds.features;

/** How far a feature has come. */
public enum FeatureStage {
  /** Not there yet: nobody knows its gate or its fields. */
  PRE_ALPHA(""),
  ALPHA("ALPHA"),
  BETA("BETA"),
  STABLE(""),
  DEPRECATED("DEPRECATED");

  private final String label;

  FeatureStage(String label) {
    this.label = label;
  }

  /** As metrics show it. */
  public String label() {
    return label;
  }
}

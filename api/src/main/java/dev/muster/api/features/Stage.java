package dev.muster.api.features;

/** How far a feature has come. */
public enum Stage {
  ALPHA("ALPHA"),
  BETA("BETA"),
  STABLE("");

  private final String label;

  Stage(String label) {
    this.label = label;
  }

  /** As metrics show it. */
  public String label() {
    return label;
  }
}

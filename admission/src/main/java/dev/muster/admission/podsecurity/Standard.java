package dev.muster.admission.podsecurity;

/** A level in a version, such as {@code restricted:latest}. */
record Standard(Level level, Version version) {
  static final Standard NONE = new Standard(Level.PRIVILEGED, Version.LATEST);

  boolean asksNothing() {
    return level == Level.PRIVILEGED;
  }

  Standard with(Level other) {
    return new Standard(other, version);
  }

  Standard with(Version other) {
    return new Standard(level, other);
  }

  @Override
  public String toString() {
    return level + ":" + version;
  }
}

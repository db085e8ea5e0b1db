package dev.muster.admission.podsecurity;

/** A level in a version, such as {@code restricted:latest}. */
record Standard(PodSecurityLevel level, PolicyVersion version) {
  static final Standard NONE = new Standard(PodSecurityLevel.PRIVILEGED, PolicyVersion.LATEST);

  boolean asksNothing() {
    return level == PodSecurityLevel.PRIVILEGED;
  }

  Standard with(PodSecurityLevel other) {
    return new Standard(other, version);
  }

  Standard with(PolicyVersion other) {
    return new Standard(level, other);
  }

  @Override
  public String toString() {
    return level + ":" + version;
  }
}

package dev.muster.kinds.features;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A minor version of Kubernetes, such as 1.35. */
public record KubeVersion(int major, int minor) implements Comparable<KubeVersion> {
  /** The one whose behaviour this is. */
  public static final KubeVersion CURRENT = new KubeVersion(1, 35);

  /** The oldest one that can be emulated. */
  public static final KubeVersion OLDEST = new KubeVersion(1, 30);

  private static final Pattern TEXT =
      Pattern.compile("(?:kube=)?v?(\\d{1,4})\\.(\\d{1,4})(?:\\.0)?");

  /**
   * The version to emulate, written {@code 1.33} or {@code kube=1.33}.
   *
   * @throws IllegalArgumentException if it is not one, or not one that can be emulated
   */
  public static KubeVersion emulated(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "--emulated-version: \"" + text + "\" is not a version such as " + CURRENT);
    }
    KubeVersion version =
        new KubeVersion(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
    if (version.compareTo(OLDEST) < 0 || version.compareTo(CURRENT) > 0) {
      throw new IllegalArgumentException(
          "emulation version " + version + " is not between [" + OLDEST + ", " + CURRENT + ".0]");
    }
    return version;
  }

  /** The one before it. */
  KubeVersion previous() {
    return new KubeVersion(major, minor - 1);
  }

  @Override
  public int compareTo(KubeVersion other) {
    return major == other.major
        ? Integer.compare(minor, other.minor)
        : Integer.compare(major, other.major);
  }

  @Override
  public String toString() {
    return major + "." + minor;
  }
}

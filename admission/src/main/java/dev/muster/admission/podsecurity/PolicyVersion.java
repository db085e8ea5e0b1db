package dev.muster.admission.podsecurity;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A version of the standards: that of a minor version of Kubernetes 1, or the latest.
 *
 * @param minor {@link Integer#MAX_VALUE} for the latest
 */
record PolicyVersion(int minor) {
  static final PolicyVersion LATEST = new PolicyVersion(Integer.MAX_VALUE);
  private static final Pattern TEXT = Pattern.compile("v1\\.([0-9]|[1-9][0-9]{1,8})");

  static Optional<PolicyVersion> of(String text) {
    if (text.equals("latest")) {
      return Optional.of(LATEST);
    }
    Matcher matcher = TEXT.matcher(text);
    return matcher.matches()
        ? Optional.of(new PolicyVersion(Integer.parseInt(matcher.group(1))))
        : Optional.empty();
  }

  @Override
  public String toString() {
    return equals(LATEST) ? "latest" : "v1." + minor;
  }
}

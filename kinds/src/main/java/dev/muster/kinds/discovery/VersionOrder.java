package dev.muster.kinds.discovery;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Versions in the order in which clients should prefer them: stable ones, then betas, then alphas,
 * each the newest first; then all others by name.
 */
final class VersionOrder implements Comparator<String> {
  private static final Pattern KNOWN =
      Pattern.compile("v([1-9][0-9]{0,8})((alpha|beta)([1-9][0-9]{0,8}))?");

  @Override
  public int compare(String a, String b) {
    Matcher one = KNOWN.matcher(a);
    Matcher other = KNOWN.matcher(b);
    boolean first = one.matches();
    boolean second = other.matches();
    if (!first || !second) {
      return first == second ? a.compareTo(b) : first ? -1 : 1;
    }
    int byStage = Integer.compare(stage(other), stage(one));
    int byMajor = Integer.compare(number(other, 1), number(one, 1));
    int byMinor = Integer.compare(number(other, 4), number(one, 4));
    return byStage != 0 ? byStage : byMajor != 0 ? byMajor : byMinor;
  }

  private static int stage(Matcher version) {
    String stage = version.group(3);
    return stage == null ? 2 : stage.equals("beta") ? 1 : 0;
  }

  private static int number(Matcher version, int group) {
    return version.group(group) == null ? 0 : Integer.parseInt(version.group(group));
  }
}

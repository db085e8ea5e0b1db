package dev.muster.identity;

import dev.muster.base.go.GoText;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a container runtime makes of a pod's identity where runtimes differ.
 *
 * @param wholeUser whether the group of the image's USER counts where the pod asks for nobody: on
 *     the way from a kubelet to other runtimes it is lost
 * @param groupsPolicy whether it knows {@code supplementalGroupsPolicy}
 */
public record RuntimeTraits(boolean wholeUser, boolean groupsPolicy) {
  /** Muster's own. */
  public static final RuntimeTraits MUSTER = new RuntimeTraits(true, true);

  /** The releases since which runtimes know {@code supplementalGroupsPolicy}. */
  private static final Map<String, Release> POLICY_SINCE =
      Map.of("containerd", new Release(2, 0), "cri-o", new Release(1, 31));

  private static final Pattern TEXT = Pattern.compile("([a-z-]+)(?:://v?([0-9]+)\\.([0-9]+).*)?");

  private record Release(int major, int minor) {
    boolean isBefore(Release other) {
      return major < other.major || major == other.major && minor < other.minor;
    }
  }

  /**
   * The features of a runtime.
   *
   * @param text a runtime's name, or what a node has in {@code
   *     status.nodeInfo.containerRuntimeVersion}; a name alone means its newest release
   */
  public static RuntimeTraits of(String text) throws IdentityException {
    Matcher parts = TEXT.matcher(text);
    if (parts.matches()) {
      if (parts.group(1).equals("muster")) {
        return MUSTER;
      }
      Release since = POLICY_SINCE.get(parts.group(1));
      if (since != null) {
        Release release = release(parts.group(2), parts.group(3));
        return new RuntimeTraits(false, release == null || !release.isBefore(since));
      }
    }
    throw new IdentityException(
        "runtime "
            + GoText.brief(text)
            + " is not known: give muster, containerd or cri-o, or what a node has in"
            + " status.nodeInfo.containerRuntimeVersion, as containerd://1.6.20");
  }

  private static @Nullable Release release(@Nullable String major, @Nullable String minor)
      throws IdentityException {
    if (major == null || minor == null) {
      return null;
    }
    try {
      return new Release(Integer.parseInt(major), Integer.parseInt(minor));
    } catch (NumberFormatException e) {
      throw new IdentityException("release " + major + "." + minor + " is not one", e);
    }
  }

  /** What is left of the image's {@code config.User} when the runtime hears of it. */
  public String user(String imageUser) throws IdentityException {
    return wholeUser ? imageUser : ImageUser.parse(imageUser).user();
  }
}

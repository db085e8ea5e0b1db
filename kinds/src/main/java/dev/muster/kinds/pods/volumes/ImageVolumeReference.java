package dev.muster.kinds.pods.volumes;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads of an image's name what decides about its pull policy: the tag. */
public final class ImageVolumeReference {
  private static final String DOMAIN_PART = "(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])";
  private static final String DOMAIN =
      "(?:" + DOMAIN_PART + "(?:\\." + DOMAIN_PART + ")*|\\[[a-fA-F0-9:]+\\])(?::[0-9]+)?";
  private static final String PATH_PART = "[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*";
  private static final Pattern REFERENCE =
      Pattern.compile(
          "((?:"
              + DOMAIN
              + "/)?"
              + PATH_PART
              + "(?:/"
              + PATH_PART
              + ")*)(?::(\\w[\\w.-]{0,127}))?(?:@(.+))?");
  private static final Pattern DIGEST =
      Pattern.compile("sha256:[0-9a-f]{64}|sha384:[0-9a-f]{96}|sha512:[0-9a-f]{128}");
  private static final Pattern IDENTIFIER = Pattern.compile("[a-f0-9]{64}");
  private static final int MAX_NAME = 255;

  /** A name, a tag and a digest cannot be longer; the pattern would run deep on what is. */
  private static final int MAX_REFERENCE = 600;

  private ImageVolumeReference() {}

  /** {@code Always} for the tag latest, written or implied; {@code IfNotPresent} for the rest. */
  public static String defaultPullPolicy(String image) {
    return tag(image).equals("latest") ? "Always" : "IfNotPresent";
  }

  /** The tag: latest when neither tag nor digest is given, empty when the name is malformed. */
  static String tag(String image) {
    if (image.length() > MAX_REFERENCE || IDENTIFIER.matcher(image).matches()) {
      return "";
    }
    String name = normalized(image);
    Matcher m = REFERENCE.matcher(name);
    if (!m.matches() || m.group(1).length() > MAX_NAME) {
      return "";
    }
    String digest = m.group(3);
    if (digest != null && !DIGEST.matcher(digest).matches()) {
      return "";
    }
    String tag = m.group(2);
    return tag != null ? tag : digest != null ? "" : "latest";
  }

  /** The name with the registry that a bare name stands for. */
  private static String normalized(String image) {
    int slash = image.indexOf('/');
    String first = slash < 0 ? "" : image.substring(0, slash);
    boolean bare =
        slash < 0
            || (first.indexOf('.') < 0
                && first.indexOf(':') < 0
                && !first.equals("localhost")
                && first.toLowerCase(Locale.ROOT).equals(first));
    if (!bare) {
      return image;
    }
    return slash < 0 ? "docker.io/library/" + image : "docker.io/" + image;
  }
}

package dev.muster.api.pods.volumes;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What an image's reference says about how often it may change. */
final class ImageTag {
  private static final String ELEMENT = "[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*";
  private static final String LABEL = "(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])";
  private static final String DOMAIN =
      "(?:" + LABEL + "(?:\\." + LABEL + ")*|\\[(?:[a-fA-F0-9:]+)])(?::[0-9]+)?";
  private static final Pattern REFERENCE =
      Pattern.compile(
          "(?:"
              + DOMAIN
              + "/)?"
              + ELEMENT
              + "(?:/"
              + ELEMENT
              + ")*(?::(?<tag>[\\w][\\w.-]{0,127}))?"
              + "(?<digest>@[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,})?");

  private ImageTag() {}

  /** Always for the tag "latest", said or meant; otherwise once is enough. */
  static String pullPolicy(String reference) {
    Matcher m = REFERENCE.matcher(reference);
    if (!m.matches()) {
      return "IfNotPresent";
    }
    boolean latest =
        m.group("tag") == null ? m.group("digest") == null : m.group("tag").equals("latest");
    return latest ? "Always" : "IfNotPresent";
  }
}

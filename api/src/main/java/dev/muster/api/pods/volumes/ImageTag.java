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
          "(?<name>(?:"
              + DOMAIN
              + "/)?"
              + ELEMENT
              + "(?:/"
              + ELEMENT
              + ")*)(?::(?<tag>[\\w][\\w.-]{0,127}))?"
              + "(?<digest>@(?:sha256:[0-9a-f]{64}|sha384:[0-9a-f]{96}|sha512:[0-9a-f]{128}))?");
  private static final Pattern IDENTIFIER = Pattern.compile("[a-f0-9]{64}");

  /** What a bare name stands for counts, too: "docker.io/library/". */
  private static final int MAX_NAME = 255 - 18;

  /** A name, a tag and a digest cannot be longer; the pattern would run deep on what is. */
  private static final int MAX_REFERENCE = 512;

  private ImageTag() {}

  /** Always for the tag "latest", said or meant; otherwise once is enough. */
  static String pullPolicy(String reference) {
    if (reference.length() > MAX_REFERENCE || IDENTIFIER.matcher(reference).matches()) {
      return "IfNotPresent";
    }
    Matcher m = REFERENCE.matcher(reference);
    if (!m.matches() || m.group("name").length() > maxName(m.group("name"))) {
      return "IfNotPresent";
    }
    boolean latest =
        m.group("tag") == null ? m.group("digest") == null : m.group("tag").equals("latest");
    return latest ? "Always" : "IfNotPresent";
  }

  private static int maxName(String name) {
    return name.indexOf('/') < 0 ? MAX_NAME : 255;
  }
}

package dev.muster.apiserver.proxy;

import java.util.Map;
import java.util.Set;

/** Which attributes of which elements of HTML are links. */
final class LinkAttributes {
  private static final Map<String, Set<String>> ALL =
      Map.ofEntries(
          Map.entry("a", Set.of("href")),
          Map.entry("applet", Set.of("codebase")),
          Map.entry("area", Set.of("href")),
          Map.entry("audio", Set.of("src")),
          Map.entry("base", Set.of("href")),
          Map.entry("blockquote", Set.of("cite")),
          Map.entry("body", Set.of("background")),
          Map.entry("button", Set.of("formaction")),
          Map.entry("command", Set.of("icon")),
          Map.entry("del", Set.of("cite")),
          Map.entry("embed", Set.of("src")),
          Map.entry("form", Set.of("action")),
          Map.entry("frame", Set.of("longdesc", "src")),
          Map.entry("head", Set.of("profile")),
          Map.entry("html", Set.of("manifest")),
          Map.entry("iframe", Set.of("longdesc", "src")),
          Map.entry("img", Set.of("longdesc", "src", "usemap")),
          Map.entry("input", Set.of("src", "usemap", "formaction")),
          Map.entry("ins", Set.of("cite")),
          Map.entry("link", Set.of("href")),
          Map.entry("object", Set.of("classid", "codebase", "data", "usemap")),
          Map.entry("q", Set.of("cite")),
          Map.entry("script", Set.of("src")),
          Map.entry("source", Set.of("src")),
          Map.entry("video", Set.of("poster", "src")));

  /** Elements whose contents are text, whatever it looks like. */
  private static final Set<String> TEXT_ONLY =
      Set.of(
          "iframe",
          "noembed",
          "noframes",
          "plaintext",
          "script",
          "style",
          "textarea",
          "title",
          "xmp");

  private LinkAttributes() {}

  static Set<String> of(String element) {
    return ALL.getOrDefault(element, Set.of());
  }

  static boolean isTextOnly(String element) {
    return TEXT_ONLY.contains(element);
  }
}

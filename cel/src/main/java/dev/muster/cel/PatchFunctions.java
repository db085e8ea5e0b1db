package dev.muster.cel;

/** {@code jsonpatch.escapeKey}. */
final class PatchFunctions {
  private PatchFunctions() {}

  static void addTo(Functions f) {
    f.function(
        "jsonpatch.escapeKey",
        "string_jsonpatch_escapeKey_string",
        Typed.TEXT,
        Typed.TEXT,
        key -> key.replace("~", "~0").replace("/", "~1"));
  }
}

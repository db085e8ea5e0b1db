package dev.muster.access.question;

import dev.muster.base.Spelling;
import dev.muster.base.go.GoText;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The verbs that some part of Kubernetes asks for. */
public final class KnownVerbs {
  /** On resources: those of requests, then those of admission and of other checks. */
  private static final List<String> RESOURCES =
      List.of(
          "get",
          "list",
          "watch",
          "create",
          "update",
          "patch",
          "delete",
          "deletecollection",
          "use",
          "bind",
          "escalate",
          "impersonate",
          "approve",
          "sign",
          "attest",
          "proxy",
          "request-serviceaccounts-token-audience",
          "*");

  private static final List<String> PATHS =
      List.of("get", "head", "post", "put", "patch", "delete", "options", "*");

  /** Those of constrained impersonation have further words behind. */
  private static final List<String> PREFIXES = List.of("impersonate:", "impersonate-on:");

  private KnownVerbs() {}

  /** What to say of a verb that nothing asks for. */
  public static Optional<String> warning(String verb, boolean resource) {
    List<String> known = resource ? RESOURCES : PATHS;
    String word = resource ? verb : verb.toLowerCase(Locale.ROOT);
    if (known.contains(word) || (resource && PREFIXES.stream().anyMatch(word::startsWith))) {
      return Optional.empty();
    }
    return Optional.of(
        "nothing in Kubernetes asks for verb "
            + GoText.quote(verb)
            + Spelling.suggestion(verb, known));
  }
}

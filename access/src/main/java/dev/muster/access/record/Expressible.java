package dev.muster.access.record;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.authz.Attributes;
import dev.muster.model.names.Names;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whether there is a rule that allows a request and nothing else. A request may be about anything
 * that can be written in a path, also about what a rule takes for a pattern.
 */
final class Expressible {
  private static final int LONGEST = 1024;

  private Expressible() {}

  /** Why there is none; empty if there is one. */
  static Optional<String> fault(Attributes request) {
    if (Stream.of(
            request.verb(),
            request.apiGroup(),
            request.resource(),
            request.subresource(),
            request.namespace(),
            request.name(),
            request.path())
        .anyMatch(text -> text.length() > LONGEST || !UTF_8.newEncoder().canEncode(text))) {
      return Optional.of("it is longer than any name, or no text");
    }
    if (request.verb().isEmpty() || request.verb().equals("*")) {
      return Optional.of("no rule can have just its verb");
    }
    return request.resourceRequest() ? onResource(request) : onPath(request.path());
  }

  private static Optional<String> onResource(Attributes request) {
    String resource = request.resource();
    if (resource.isEmpty()
        || resource.equals("*")
        || resource.contains("/")
        || request.apiGroup().equals("*")) {
      return Optional.of("no rule can have just its resource");
    }
    return request.namespace().isEmpty() || Names.label(request.namespace(), false).isEmpty()
        ? Optional.empty()
        : Optional.of("no role can be in its namespace");
  }

  private static Optional<String> onPath(String path) {
    return path.startsWith("/") && !path.endsWith("*")
        ? Optional.empty()
        : Optional.of("no rule can have just its path");
  }
}

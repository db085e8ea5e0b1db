package dev.muster.testing.kubectl;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Scanner;
import java.util.function.Predicate;

/** Follows a value of the objects that are selected by {@code kubectl get --watch}. */
final class KubectlWatch {
  private static final String SEPARATOR = "\u001e";

  private final Kubectl kubectl;
  private final String resource;
  private final String selector;
  private final String jsonPath;
  private String last = "";

  KubectlWatch(Kubectl kubectl, String resource, String selector, String jsonPath) {
    this.kubectl = kubectl;
    this.resource = resource;
    this.selector = selector;
    this.jsonPath = jsonPath;
  }

  /** The first value that is as wanted; a watch that the server ends is begun anew. */
  String until(Predicate<String> wanted, Duration longest) {
    Instant end = Instant.now().plus(longest);
    while (Instant.now().isBefore(end)) {
      if (watch(wanted, end)) {
        return last;
      }
    }
    throw new AssertionError(
        "the last %s of %s with %s is \"%s\"\n%s"
            .formatted(jsonPath, resource, selector, last, kubectl.run("describe", "pods").out()));
  }

  private boolean watch(Predicate<String> wanted, Instant end) {
    Process process =
        Kubectl.started(
            kubectl
                .builder(
                    "get",
                    resource,
                    "--field-selector=" + selector,
                    "--watch",
                    "-o",
                    "jsonpath=" + jsonPath + SEPARATOR)
                .redirectError(ProcessBuilder.Redirect.DISCARD));
    try (Scanner values =
        new Scanner(process.getInputStream(), StandardCharsets.UTF_8).useDelimiter(SEPARATOR)) {
      Kubectl.endIn(Duration.between(Instant.now(), end), process);
      while (values.hasNext()) {
        last = values.next();
        if (wanted.test(last)) {
          return true;
        }
      }
      return false;
    } finally {
      process.destroyForcibly();
    }
  }
}

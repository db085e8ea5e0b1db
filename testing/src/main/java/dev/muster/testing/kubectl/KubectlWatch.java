package dev.muster.testing.kubectl;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Scanner;
import java.util.function.Predicate;

/** Follows one value of one object by {@code kubectl get --watch}. */
final class KubectlWatch {
  private static final String SEPARATOR = "\u001e";

  private final Kubectl kubectl;
  private final String what;
  private final String jsonPath;
  private String last = "";

  KubectlWatch(Kubectl kubectl, String what, String jsonPath) {
    this.kubectl = kubectl;
    this.what = what;
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
        what
            + " "
            + jsonPath
            + " is \""
            + last
            + "\"\n"
            + kubectl.run("describe", Kubectl.words(what)[0]).out());
  }

  private boolean watch(Predicate<String> wanted, Instant end) {
    String[] words = Kubectl.words(what);
    Process process =
        Kubectl.started(
            kubectl
                .builder(
                    "get",
                    words[0],
                    "--field-selector=metadata.name=" + words[1],
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

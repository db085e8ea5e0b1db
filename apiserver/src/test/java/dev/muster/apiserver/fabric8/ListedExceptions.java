package dev.muster.apiserver.fabric8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A resource with one exception a line: its name, then the reason. Lines with # are for readers.
 */
final class ListedExceptions {
  private ListedExceptions() {}

  static Set<String> in(String resource) throws IOException {
    try (InputStream file =
        Objects.requireNonNull(ListedExceptions.class.getResourceAsStream(resource))) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(
              line -> {
                String[] parts = line.split(" ", 2);
                if (parts.length < 2) {
                  throw new AssertionError(resource + ": \"" + line + "\" gives no reason");
                }
                return parts[0];
              })
          .collect(Collectors.toSet());
    }
  }
}

package dev.muster.kinds.openapi;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * What types and fields mean. Read from {@code descriptions.txt}: a line {@code Type = text} or
 * {@code Type.field = text} each; {@code *.field} holds for the field in any type without a line of
 * its own. Lines that begin with # are comments.
 */
final class Descriptions {
  private static final Map<String, String> TEXTS = read();

  private Descriptions() {}

  /** Empty where nothing is said. */
  static String of(String type) {
    return TEXTS.getOrDefault(type, "");
  }

  static String of(String type, String field) {
    String own = of(type + "." + field);
    return own.isEmpty() ? of("*." + field) : own;
  }

  static Map<String, String> all() {
    return TEXTS;
  }

  private static Map<String, String> read() {
    Map<String, String> out = new HashMap<>();
    String file = "descriptions.txt";
    try (InputStream in =
            Objects.requireNonNull(Descriptions.class.getResourceAsStream(file), file);
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        int equals = line.indexOf(" = ");
        if (line.isBlank() || line.startsWith("#")) {
          continue;
        }
        if (equals < 0 || out.put(line.substring(0, equals), line.substring(equals + 3)) != null) {
          throw new IllegalStateException("bad or repeated line in " + file + ": " + line);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Map.copyOf(out);
  }
}

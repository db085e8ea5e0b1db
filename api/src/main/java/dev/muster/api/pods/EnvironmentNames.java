package dev.muster.api.pods;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Rules for names of environment variables and for keys of config maps and secrets. */
final class EnvironmentNames {
  private static final Pattern CONFIG_KEY = Pattern.compile("[-._a-zA-Z0-9]+");
  private static final int MAX_KEY = 253;

  private EnvironmentNames() {}

  /** Anything printable in ASCII but the equals sign. */
  static List<String> variable(String name) {
    if (name.isEmpty()) {
      return List.of("environment variable name must be non-empty");
    }
    boolean odd = name.codePoints().anyMatch(c -> c < 0x20 || c > 0x7e || c == '=');
    return odd
        ? List.of(
            "a valid environment variable name must consist only of printable ASCII characters other than '='")
        : List.of();
  }

  static List<String> configKey(String key) {
    List<String> faults = new ArrayList<>();
    if (key.getBytes(StandardCharsets.UTF_8).length > MAX_KEY) {
      faults.add("must be no more than " + MAX_KEY + " characters");
    }
    if (!CONFIG_KEY.matcher(key).matches()) {
      faults.add(
          "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or"
              + " 'key-name', regex used for validation is '"
              + CONFIG_KEY
              + "')");
    }
    if (key.equals(".") || key.equals("..")) {
      faults.add("must not be '" + key + "'");
    } else if (key.startsWith("..")) {
      faults.add("must not start with '..'");
    }
    return faults;
  }
}

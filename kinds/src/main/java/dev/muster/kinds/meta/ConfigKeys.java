package dev.muster.kinds.meta;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The rule for keys of config maps and secrets, which become file names. */
public final class ConfigKeys {
  private static final Pattern KEY = Pattern.compile("[-._a-zA-Z0-9]+");
  private static final int MAX_LENGTH = 253;

  private ConfigKeys() {}

  /** Faults in a key. */
  public static List<String> faults(String key) {
    List<String> faults = new ArrayList<>();
    if (key.length() > MAX_LENGTH) {
      faults.add("must be no more than 253 characters");
    }
    if (!KEY.matcher(key).matches()) {
      faults.add(
          "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or"
              + " 'key-name', regex used for validation is '"
              + KEY
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

package dev.muster.model.scheme;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which versions are served, as {@code --runtime-config} tells it: {@code api/all}, {@code api/ga},
 * {@code api/beta}, {@code api/alpha}, {@code GROUP/VERSION} and {@code GROUP/VERSION/RESOURCE},
 * each with {@code =true} (also when left out) or {@code =false}. The narrower one wins.
 */
public record RuntimeConfig(Map<String, Boolean> switches) {
  private static final String ALL = "api/all";
  private static final Set<String> LEVELS = Set.of("api/ga", "api/beta", "api/alpha");

  /** Nothing is switched on or off. */
  public static final RuntimeConfig NONE = new RuntimeConfig(Map.of());

  public RuntimeConfig {
    switches = Map.copyOf(switches);
  }

  /**
   * Reads settings of the form {@code key}, {@code key=true} or {@code key=false}.
   *
   * @throws IllegalArgumentException with every setting that cannot be read, one a line
   */
  public static RuntimeConfig parse(List<String> settings) {
    Map<String, Boolean> switches = new LinkedHashMap<>();
    List<String> problems = new ArrayList<>();
    for (String setting : settings) {
      int equals = setting.indexOf('=');
      String key = (equals < 0 ? setting : setting.substring(0, equals)).strip();
      String value = equals < 0 ? "" : setting.substring(equals + 1).strip();
      switch (value) {
        case "", "true" -> switches.put(key, true);
        case "false" -> switches.put(key, false);
        default ->
            problems.add(
                "--runtime-config: \"%s\" has to be true or false, not \"%s\""
                    .formatted(key, value));
      }
    }
    failOn(problems);
    return new RuntimeConfig(switches);
  }

  /** The same, and a version beside, unless it is switched off or on already. */
  public RuntimeConfig serving(String apiVersion) {
    Map<String, Boolean> more = new LinkedHashMap<>(switches);
    more.putIfAbsent(apiVersion, true);
    return new RuntimeConfig(more);
  }

  /**
   * The same kinds, of which others are served.
   *
   * @throws IllegalArgumentException with every key that means nothing here, one a line
   */
  public Kinds choose(Kinds kinds) {
    check(kinds);
    return kinds.serving(kind -> decided(kind).orElse(kinds.serves(kind)));
  }

  private Optional<Boolean> decided(Kind kind) {
    for (String key :
        List.of(
            kind.apiVersion() + "/" + kind.plural(),
            legacy(kind) + "/" + kind.plural(),
            kind.apiVersion(),
            legacy(kind),
            "api/" + level(kind.version()),
            ALL)) {
      Boolean on = switches.get(key);
      if (on != null) {
        return Optional.of(on);
      }
    }
    return Optional.empty();
  }

  /** The core group's versions can also be written as their path. */
  private static String legacy(Kind kind) {
    return kind.group().isEmpty() ? "api/" + kind.version() : kind.apiVersion();
  }

  private static String level(String version) {
    return version.contains("alpha") ? "alpha" : version.contains("beta") ? "beta" : "ga";
  }

  private void check(Kinds kinds) {
    List<String> problems = new ArrayList<>();
    for (String key : switches.keySet()) {
      if (!key.equals(ALL) && !LEVELS.contains(key) && !names(kinds, key)) {
        problems.add(
            "--runtime-config: \"%s\" is not known here: write api/all, api/ga, api/beta, api/alpha,"
                    .formatted(key)
                + " GROUP/VERSION or GROUP/VERSION/RESOURCE, as rbac.authorization.k8s.io/v1beta1");
      }
    }
    if (Boolean.FALSE.equals(switches.get(ALL)) && !switches.containsValue(true)) {
      problems.add(
          "--runtime-config: with api/all=false nothing is left: switch on what you need, as"
              + " api/v1=true");
    }
    failOn(problems);
  }

  private static boolean names(Kinds kinds, String key) {
    for (Kind kind : kinds.known()) {
      if (key.equals(kind.apiVersion())
          || key.equals(legacy(kind))
          || key.equals(kind.apiVersion() + "/" + kind.plural())
          || key.equals(legacy(kind) + "/" + kind.plural())) {
        return true;
      }
    }
    return false;
  }

  private static void failOn(List<String> problems) {
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("\n", problems));
    }
  }
}

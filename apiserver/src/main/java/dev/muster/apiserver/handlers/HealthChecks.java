package dev.muster.apiserver.handlers;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The checks behind /healthz, /livez and /readyz, in the order in which they are reported. */
public final class HealthChecks {
  /** Tells what is wrong, or nothing. Thread-safe and quick. */
  @FunctionalInterface
  public interface Check {
    Optional<String> fault();

    /** Whether a fault makes the whole fail; otherwise it is only told. */
    default boolean decisive() {
      return true;
    }
  }

  private record Named(String name, boolean readinessOnly, Check check) {}

  private final List<Named> all = new ArrayList<>();

  public HealthChecks add(String name, Check check) {
    all.add(new Named(name, false, check));
    return this;
  }

  /** A check that only tells whether requests should come here. */
  public HealthChecks addForReadiness(String name, Check check) {
    all.add(new Named(name, true, check));
    return this;
  }

  /** Something that is worth a line, and no reason to send requests elsewhere. */
  public HealthChecks addNote(String name, Check check) {
    return addForReadiness(
        name,
        new Check() {
          @Override
          public Optional<String> fault() {
            return check.fault();
          }

          @Override
          public boolean decisive() {
            return false;
          }
        });
  }

  Map<String, Check> of(String endpoint) {
    Map<String, Check> checks = new LinkedHashMap<>();
    for (Named one : all) {
      if (!one.readinessOnly || endpoint.equals("readyz")) {
        checks.put(one.name, one.check);
      }
    }
    return checks;
  }
}

package dev.muster.apiserver.metrics;

import dev.muster.admission.AdmissionPlugin;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Operation;
import dev.muster.admission.Reinvocation;
import dev.muster.base.metrics.Histogram;
import dev.muster.base.metrics.Histograms;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An admission plugin whose calls are timed. */
final class MeteredPlugin implements AdmissionPlugin {
  private final AdmissionPlugin inner;
  private final Map<Operation, Cells> admitting = new EnumMap<>(Operation.class);
  private final Map<Operation, Cells> validating = new EnumMap<>(Operation.class);

  /** By outcome. */
  private record Cells(Histogram passed, Histogram rejected) {
    static Cells of(Histograms durations, String plugin, Operation operation, String type) {
      return new Cells(
          durations.of(plugin, operation.name(), "false", type),
          durations.of(plugin, operation.name(), "true", type));
    }
  }

  MeteredPlugin(AdmissionPlugin inner, Histograms durations) {
    this.inner = inner;
    for (Operation operation : Operation.values()) {
      admitting.put(operation, Cells.of(durations, inner.name(), operation, "admit"));
      validating.put(operation, Cells.of(durations, inner.name(), operation, "validate"));
    }
  }

  static Histograms durations() {
    return new Histograms(
        "apiserver_admission_controller_admission_duration_seconds",
        "How long admission plugins took, in seconds.",
        new double[] {0.005, 0.025, 0.1, 0.5, 1, 2.5},
        "name",
        "operation",
        "rejected",
        "type");
  }

  @Override
  public String name() {
    return inner.name();
  }

  @Override
  public void admit(AdmissionRequest request, Reinvocation reinvocation) {
    timed(admitting.get(request.operation()), () -> inner.admit(request, reinvocation));
  }

  @Override
  public void validate(AdmissionRequest request) {
    timed(validating.get(request.operation()), () -> inner.validate(request));
  }

  private static void timed(@Nullable Cells cells, Runnable step) {
    long started = System.nanoTime();
    boolean passed = false;
    try {
      step.run();
      passed = true;
    } finally {
      if (cells != null) {
        (passed ? cells.passed : cells.rejected).observe((System.nanoTime() - started) / 1e9);
      }
    }
  }
}

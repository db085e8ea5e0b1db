package dev.muster.controllers.job;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.observed.ObservedPod;
import dev.muster.controllers.tree.JsonText;
import java.time.Instant;
import java.util.List;

/** Jobs and their pods, for tests. */
final class JobOf {
  static final Instant NOW = Instant.parse("2026-01-01T00:10:00Z");

  private JobOf() {}

  static ObjectNode job(String spec, String status) {
    return JsonText.of(
        "{metadata: {name: 'j', namespace: 'ns', uid: 'u'}, spec: "
            + spec
            + ", status: "
            + status
            + "}");
  }

  static JobPod pod(String name, String phase, String metadata, String status) {
    ObjectNode pod =
        JsonText.of(
            "{metadata: {name: '%s', namespace: 'ns', uid: 'uid-%s', creationTimestamp: '2026-01-01T00:00:00Z', finalizers: ['batch.kubernetes.io/job-tracking']%s}, spec: {}, status: {phase: '%s'%s}}"
                .formatted(
                    name,
                    name,
                    metadata.isEmpty() ? "" : ", " + metadata,
                    phase,
                    status.isEmpty() ? "" : ", " + status));
    return new JobPod(new ObservedPod(pod));
  }

  static JobPod pod(String name, String phase) {
    return pod(name, phase, "", "");
  }

  /** Of an index that failed so often before. */
  static JobPod indexed(int index, String phase, int failures) {
    return pod(
        "p" + index + "-" + failures,
        phase,
        "annotations: {'batch.kubernetes.io/job-completion-index': '%d', 'batch.kubernetes.io/job-index-failure-count': '%d'}"
            .formatted(index, failures),
        "");
  }

  static JobAssessment assess(String spec, String status, JobPod... pods) {
    return JobAssessment.of(job(spec, status), List.of(pods), PodBackoff.NONE, NOW);
  }
}

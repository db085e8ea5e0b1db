package dev.muster.controllers.job;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/** What a Job asks for. */
record JobSpec(ObjectNode job) {
  private JsonNode spec() {
    return job.path("spec");
  }

  int parallelism() {
    return spec().path("parallelism").asInt(1);
  }

  /** Empty if the Job is done when any pod is. */
  OptionalInt completions() {
    return number("completions");
  }

  boolean indexed() {
    return spec().path("completionMode").asText().equals("Indexed");
  }

  int backoffLimit() {
    return spec().path("backoffLimit").asInt(6);
  }

  OptionalInt backoffLimitPerIndex() {
    return number("backoffLimitPerIndex");
  }

  OptionalInt maxFailedIndexes() {
    return number("maxFailedIndexes");
  }

  private OptionalInt number(String field) {
    JsonNode value = spec().path(field);
    return value.isNumber() ? OptionalInt.of(value.intValue()) : OptionalInt.empty();
  }

  Optional<Duration> activeDeadline() {
    JsonNode seconds = spec().path("activeDeadlineSeconds");
    return seconds.isNumber()
        ? Optional.of(Duration.ofSeconds(seconds.longValue()))
        : Optional.empty();
  }

  boolean suspended() {
    return spec().path("suspend").asBoolean(false);
  }

  /** Whether a pod is replaced only once it is Failed, not as soon as it is on its way out. */
  boolean replacesOnlyFailed() {
    return spec().path("podReplacementPolicy").asText().equals("Failed") || hasFailurePolicy();
  }

  boolean hasFailurePolicy() {
    return spec().hasNonNull("podFailurePolicy");
  }

  PodFailurePolicy failurePolicy() {
    return new PodFailurePolicy(spec().path("podFailurePolicy").path("rules"));
  }

  JsonNode successRules() {
    return spec().path("successPolicy").path("rules");
  }

  boolean restartsOnFailure() {
    return template().path("spec").path("restartPolicy").asText().equals("OnFailure");
  }

  JsonNode template() {
    return spec().path("template");
  }

  /** Whether the Job is somebody else's business. */
  boolean managedByOther() {
    JsonNode manager = spec().path("managedBy");
    return manager.isTextual() && !manager.textValue().equals("kubernetes.io/job-controller");
  }

  boolean deleted() {
    return job.path("metadata").hasNonNull("deletionTimestamp");
  }

  String name() {
    return job.path("metadata").path("name").asText();
  }

  /** Whether the index is one of this Job's. */
  boolean owns(int index) {
    return index != JobPod.NO_INDEX && index < completions().orElse(0);
  }

  /** Whether the pod counts as a failure, or will. */
  boolean failed(JobPod pod) {
    return pod.pod().phase().equals("Failed")
        || !replacesOnlyFailed() && pod.pod().deleted() && !pod.pod().succeeded();
  }
}

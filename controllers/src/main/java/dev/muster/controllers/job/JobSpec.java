package dev.muster.controllers.job;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.At;
import dev.muster.views.BatchV1;
import dev.muster.views.BatchV1.Job;
import dev.muster.views.BatchV1.SuccessPolicyRule;
import dev.muster.views.CoreV1.PodTemplateSpec;
import dev.muster.views.ViewList;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/** What a Job asks for. */
record JobSpec(ObjectNode job) {
  private BatchV1.JobSpec spec() {
    return Job.of(job).spec();
  }

  int parallelism() {
    return (int) spec().parallelism().numberOr(1);
  }

  /** Empty if the Job is done when any pod is. */
  OptionalInt completions() {
    return number(spec().completions());
  }

  boolean indexed() {
    return spec().completionMode().text().equals("Indexed");
  }

  int backoffLimit() {
    return (int) spec().backoffLimit().numberOr(6);
  }

  OptionalInt backoffLimitPerIndex() {
    return number(spec().backoffLimitPerIndex());
  }

  OptionalInt maxFailedIndexes() {
    return number(spec().maxFailedIndexes());
  }

  private static OptionalInt number(At value) {
    return value.present() ? OptionalInt.of((int) value.number()) : OptionalInt.empty();
  }

  Optional<Duration> activeDeadline() {
    At seconds = spec().activeDeadlineSeconds();
    return seconds.present() ? Optional.of(Duration.ofSeconds(seconds.number())) : Optional.empty();
  }

  boolean suspended() {
    return spec().suspend().truth();
  }

  /** Whether a pod is replaced only once it is Failed, not as soon as it is on its way out. */
  boolean replacesOnlyFailed() {
    return spec().podReplacementPolicy().text().equals("Failed") || hasFailurePolicy();
  }

  boolean hasFailurePolicy() {
    return spec().podFailurePolicy().present();
  }

  PodFailurePolicy failurePolicy() {
    return new PodFailurePolicy(spec().podFailurePolicy().rules().at().node());
  }

  ViewList<SuccessPolicyRule> successRules() {
    return spec().successPolicy().rules();
  }

  boolean restartsOnFailure() {
    return template().spec().restartPolicy().text().equals("OnFailure");
  }

  PodTemplateSpec template() {
    return spec().template();
  }

  /** Whether the Job is somebody else's business. */
  boolean managedByOther() {
    At manager = spec().managedBy();
    return manager.present() && !manager.node().textValue().equals("kubernetes.io/job-controller");
  }

  boolean deleted() {
    return Job.of(job).metadata().deletionTimestamp().present();
  }

  String name() {
    return Job.of(job).metadata().name().text();
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

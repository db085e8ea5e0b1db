package dev.muster.controllers.job;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** The pods that a Job makes, but for who they belong to. */
final class JobPodTemplate {
  /** A generated name is cut here, so that what the server appends has room. */
  private static final int LONGEST_PREFIX = 58;

  private static final String INDEX_VARIABLE = "JOB_COMPLETION_INDEX";

  private JobPodTemplate() {}

  /**
   * @param index which completion the pod is for, or {@link JobPod#NO_INDEX}
   * @param replaced the pod of the last try for this index, where failures are counted for each
   */
  static ObjectNode pod(JobSpec spec, int index, @Nullable JobPod replaced) {
    JsonNode template = spec.template();
    ObjectNode pod = spec.job().objectNode();
    ObjectNode metadata = pod.putObject("metadata");
    for (String field : new String[] {"labels", "annotations", "finalizers"}) {
      if (template.path("metadata").hasNonNull(field)) {
        metadata.set(field, template.path("metadata").get(field).deepCopy());
      }
    }
    ArrayNode finalizers = metadata.withArrayProperty("finalizers");
    if (finalizers.valueStream().noneMatch(each -> each.asText().equals(JobPod.TRACKING))) {
      finalizers.add(JobPod.TRACKING);
    }
    pod.set("spec", template.path("spec").deepCopy());
    metadata.put("generateName", spec.name() + "-");
    if (spec.indexed()) {
      variables(pod.path("spec").path("initContainers"));
      variables(pod.path("spec").path("containers"));
    }
    if (index != JobPod.NO_INDEX) {
      number(spec, pod, index);
      if (spec.backoffLimitPerIndex().isPresent()) {
        failures(spec, metadata.withObjectProperty("annotations"), replaced);
      }
    }
    return pod;
  }

  private static void number(JobSpec spec, ObjectNode pod, int index) {
    String number = Integer.toString(index);
    ObjectNode metadata = pod.withObjectProperty("metadata");
    metadata.withObjectProperty("annotations").put(JobPod.INDEX, number);
    metadata.withObjectProperty("labels").put(JobPod.INDEX, number);
    String suffix = "-" + number + "-";
    String name = spec.name();
    metadata.put(
        "generateName",
        name.substring(0, Math.min(name.length(), LONGEST_PREFIX - suffix.length())) + suffix);
    pod.withObjectProperty("spec").put("hostname", name + "-" + number);
  }

  private static void failures(JobSpec spec, ObjectNode annotations, @Nullable JobPod replaced) {
    int counted = replaced == null ? 0 : replaced.failures();
    int ignored = replaced == null ? 0 : replaced.ignoredFailures();
    if (replaced != null) {
      boolean counts = spec.failurePolicy().verdict(replaced.pod()).counts();
      counted += counts ? 1 : 0;
      ignored += counts ? 0 : 1;
    }
    annotations.put(JobPod.FAILURES, Integer.toString(counted));
    if (ignored > 0) {
      annotations.put(JobPod.IGNORED_FAILURES, Integer.toString(ignored));
    }
  }

  private static void variables(JsonNode containers) {
    for (JsonNode each : containers) {
      if (each instanceof ObjectNode container
          && container
              .path("env")
              .valueStream()
              .noneMatch(variable -> variable.path("name").asText().equals(INDEX_VARIABLE))) {
        container
            .withArrayProperty("env")
            .addObject()
            .put("name", INDEX_VARIABLE)
            .putObject("valueFrom")
            .putObject("fieldRef")
            .put("fieldPath", "metadata.labels['" + JobPod.INDEX + "']");
      }
    }
  }
}

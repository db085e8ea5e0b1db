package dev.muster.controllers.job;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.MutableContainer;
import dev.muster.views.CoreV1.MutablePod;
import dev.muster.views.CoreV1.PodTemplateSpec;
import dev.muster.views.MetaV1.MutableObjectMeta;
import dev.muster.views.ViewList;
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
  static MutablePod pod(JobSpec spec, int index, @Nullable JobPod replaced) {
    PodTemplateSpec template = spec.template();
    MutablePod pod = MutablePod.create();
    MutableObjectMeta metadata = pod.metadata().replace();
    for (String field : new String[] {"labels", "annotations", "finalizers"}) {
      if (template.metadata().tree().hasNonNull(field)) {
        metadata.tree().set(field, template.metadata().tree().get(field).deepCopy());
      }
    }
    ArrayNode finalizers = metadata.finalizers().list();
    if (finalizers.valueStream().noneMatch(each -> each.asText().equals(JobPod.TRACKING))) {
      finalizers.add(JobPod.TRACKING);
    }
    pod.spec().set(template.spec().tree().deepCopy());
    metadata.generateName(spec.name() + "-");
    if (spec.indexed()) {
      variables(pod.reading().spec().initContainers());
      variables(pod.reading().spec().containers());
    }
    if (index != JobPod.NO_INDEX) {
      number(spec, pod, index);
      if (spec.backoffLimitPerIndex().isPresent()) {
        failures(spec, metadata.annotations().map(), replaced);
      }
    }
    return pod;
  }

  private static void number(JobSpec spec, MutablePod pod, int index) {
    String number = Integer.toString(index);
    MutableObjectMeta metadata = pod.metadata().ensure();
    metadata.annotations().map().put(JobPod.INDEX, number);
    metadata.labels().map().put(JobPod.INDEX, number);
    String suffix = "-" + number + "-";
    String name = spec.name();
    metadata.generateName(
        name.substring(0, Math.min(name.length(), LONGEST_PREFIX - suffix.length())) + suffix);
    pod.spec().ensure().hostname(name + "-" + number);
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

  private static void variables(ViewList<Container> containers) {
    for (Container each : containers) {
      if (each.tree() instanceof ObjectNode container
          && Container.of(container).env().stream()
              .noneMatch(variable -> variable.name().text().equals(INDEX_VARIABLE))) {
        MutableContainer.of(container)
            .env()
            .add()
            .name(INDEX_VARIABLE)
            .valueFrom()
            .replace()
            .fieldRef()
            .replace()
            .fieldPath("metadata.labels['" + JobPod.INDEX + "']");
      }
    }
  }
}

package dev.muster.controllers.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

class JobPodTemplateTest {
  private static final String TEMPLATE =
      "template: {metadata: {labels: {a: 'b'}}, spec: {containers: [{name: 'c'}, {name: 'own', env:"
          + " [{name: 'JOB_COMPLETION_INDEX', value: 'x'}]}]}}";

  @Test
  void aPodIsTrackedAndNamedAfterItsJob() {
    ObjectNode pod =
        JobPodTemplate.pod(
                new JobSpec(JobOf.job("{" + TEMPLATE + "}", "{}")), JobPod.NO_INDEX, null)
            .tree();
    assertThat(pod)
        .hasToString(
            "{\"metadata\":{\"labels\":{\"a\":\"b\"},\"finalizers\":[\"batch.kubernetes.io/job-tracking\"],\"generateName\":\"j-\"},\"spec\":{\"containers\":[{\"name\":\"c\"},{\"name\":\"own\",\"env\":[{\"name\":\"JOB_COMPLETION_INDEX\",\"value\":\"x\"}]}]}}");
  }

  @Test
  void anIndexIsInNameHostnameLabelAnnotationAndEnvironment() {
    JobSpec spec =
        new JobSpec(
            JobOf.job(
                "{completionMode: 'Indexed', backoffLimitPerIndex: 2, " + TEMPLATE + "}", "{}"));
    ObjectNode pod = JobPodTemplate.pod(spec, 3, JobOf.indexed(3, "Failed", 1)).tree();
    assertThat(pod.path("metadata").path("generateName").asText()).isEqualTo("j-3-");
    assertThat(pod.path("spec").path("hostname").asText()).isEqualTo("j-3");
    assertThat(pod.path("metadata").path("labels").path(JobPod.INDEX).asText()).isEqualTo("3");
    assertThat(pod.path("metadata").path("annotations"))
        .hasToString(
            "{\"batch.kubernetes.io/job-completion-index\":\"3\",\"batch.kubernetes.io/job-index-failure-count\":\"2\"}");
    assertThat(pod.at("/spec/containers/0/env/0/valueFrom/fieldRef/fieldPath").asText())
        .isEqualTo("metadata.labels['batch.kubernetes.io/job-completion-index']");
    assertThat(pod.at("/spec/containers/1/env")).hasSize(1);
  }
}

package dev.muster.controllers.templates;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.views.CoreV1.PodTemplateSpec;
import java.io.IOException;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Hashes that a real controller manager gave to templates. */
class TemplateHashTest {
  private static final String TEMPLATE =
      """
      {"metadata":{"labels":{"app":"x"}},"spec":{"containers":[{"name":"c","image":"busybox:1.36",
       "resources":{},"terminationMessagePath":"/dev/termination-log",
       "terminationMessagePolicy":"File","imagePullPolicy":"IfNotPresent"}],
       "restartPolicy":"Always","terminationGracePeriodSeconds":30,"dnsPolicy":"ClusterFirst",
       "securityContext":{},"schedulerName":"default-scheduler"}}
      """;

  private static JsonNode template() throws IOException {
    return new ObjectMapper().readTree(TEMPLATE);
  }

  @Test
  void isAsRecorded() throws IOException {
    assertThat(TemplateHash.of(PodTemplateSpec.of(template()), OptionalInt.empty()))
        .isEqualTo("9f9dcb468");
  }

  @Test
  void aCollisionChangesIt() throws IOException {
    assertThat(TemplateHash.of(PodTemplateSpec.of(template()), OptionalInt.of(1)))
        .isNotEqualTo("9f9dcb468");
  }
}

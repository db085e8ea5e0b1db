package dev.muster.kinds.pods.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.pods.volumes.VolumeMounts;
import dev.muster.kinds.pods.volumes.VolumeRules;
import dev.muster.kinds.recorded.Rows;
import dev.muster.model.codec.DecodeException;
import dev.muster.model.codec.Decoder;
import dev.muster.model.codec.Trees;
import dev.muster.model.field.Errors;
import dev.muster.model.types.Schema;
import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.MutablePodSpec;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.PodSpec;
import dev.muster.views.CoreV1.PodTemplateSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Pods sent to a real API server, and its answers: causes in order, the whole message, the volumes
 * and security contexts it stored, the warnings it gave.
 */
class RecordedPodsTest {

  static Stream<Arguments> rows() {
    return Rows.of(
            RecordedPodsTest.class,
            "../security-and-volumes.jsonl",
            line -> line.replace("{{fill 362}}", "a".repeat(362)))
        .stream()
        .map(
            row ->
                Arguments.of(row.get("scenario").asText() + "/" + row.get("step").asText(), row));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void answersAsTheRealServerDid(String name, JsonNode row) throws IOException {
    String request = row.get("request").asText();
    int status = row.get("status").asInt();
    if (status == 400) {
      assertThatThrownBy(() -> decode(request))
          .isInstanceOf(DecodeException.class)
          .message()
          .isEqualTo(
              row.get("message")
                  .asText()
                  .replace("Pod in version \"v1\" cannot be handled as a Pod: ", ""));
      return;
    }
    Decoder.Decoded decoded = decode(request);
    ObjectNode pod = decoded.object();
    ObjectNode spec = (ObjectNode) pod.get("spec");
    SecurityDefaults.apply(MutablePodSpec.of(spec));
    VolumeRules.applyDefaults(MutablePodSpec.of(spec));
    VolumeRules.dropDisabled(MutablePodSpec.of(spec), null);
    List<String> warnings = new ArrayList<>(decoded.issues());
    warnings.addAll(AppArmor.adoptAnnotations(pod));
    Errors errors = new Errors();
    validate(Pod.of(pod), errors);

    assertThat(causes(errors)).isEqualTo(expectedCauses(row));
    if (status == 201) {
      warnings.addAll(VolumeRules.warnings(Pod.of(pod).spec()));
      warnings.addAll(SecurityWarnings.of(PodTemplateSpec.of(pod)));
      for (Container container : Pod.of(pod).spec().containers()) {
        warnings.addAll(SecurityWarnings.of(PodTemplateSpec.of(pod), container));
      }
      assertThat(spec.path("volumes")).isEqualTo(row.get("spec").path("volumes"));
      assertThat(spec.get("securityContext")).isEqualTo(row.get("spec").get("securityContext"));
      assertThat(contexts(spec)).isEqualTo(row.get("contexts"));
      assertThat(or(pod.get("metadata").get("annotations"))).isEqualTo(row.get("annotations"));
    } else {
      assertThat(
              "Pod \""
                  + pod.get("metadata").path("name").asText()
                  + "\" is invalid: "
                  + errors.message())
          .isEqualTo(row.get("message").asText());
    }
    assertThat(warnings)
        .isEqualTo(row.get("warnings").valueStream().map(JsonNode::asText).toList());
  }

  /** The rules in the real server's order. */
  private static void validate(Pod pod, Errors errors) {
    PodSpec spec = pod.spec();
    PodSecurity.validateAnnotations(pod, errors);
    Set<String> volumes = VolumeRules.validate(spec, pod.metadata().name().text(), errors);
    for (List<Container> list : List.of(spec.containers(), spec.initContainers())) {
      for (Container container : list) {
        VolumeMounts.validate(container, volumes, VolumeMounts.blocks(spec.volumes()), errors);
        ContainerSecurity.validate(container, spec, errors);
      }
    }
    PodSecurity.validateContext(spec, errors);
    PodSecurity.validateHostProcess(spec, errors);
    PodSecurity.validateHostUsers(spec, errors);
    PodOs.validate(spec, errors);
    VolumeRules.validateTokens(spec, errors);
    PodSecurity.validateAnnotationsMatch(pod, errors);
  }

  private static List<List<String>> causes(Errors errors) {
    return errors.list().stream().map(e -> List.of(e.reason(), e.field(), e.body())).toList();
  }

  private static List<List<String>> expectedCauses(JsonNode row) {
    return row.path("causes")
        .valueStream()
        .map(
            c ->
                List.of(
                    c.get("reason").asText(), c.get("field").asText(), c.get("message").asText()))
        .toList();
  }

  private static JsonNode contexts(ObjectNode spec) {
    var out = JsonNodeFactory.instance.arrayNode();
    spec.get("containers").forEach(c -> out.add(or(c.get("securityContext"))));
    return out;
  }

  private static JsonNode or(JsonNode node) {
    return node == null ? NullNode.getInstance() : node;
  }

  private static Decoder.Decoded decode(String json) throws IOException {
    try (JsonParser in = Trees.FACTORY.createParser(json)) {
      return Decoder.decode(Schema.kubernetes().struct("core/v1.Pod"), in);
    }
  }
}

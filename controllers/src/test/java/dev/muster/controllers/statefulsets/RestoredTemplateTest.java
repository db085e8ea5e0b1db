package dev.muster.controllers.statefulsets;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.model.codec.Decoder;
import dev.muster.model.codec.Yaml;
import dev.muster.model.scheme.Kind;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A revision that another version wrote is known again, so that no pod is replaced for it. */
class RestoredTemplateTest {
  private static final String TEMPLATE =
      "{metadata: {labels: {app: web}}, spec: {containers: [{name: main, image: \"a:1\"}]}}";

  private static ObjectNode tree(String yaml) {
    return (ObjectNode) Yaml.toTree(yaml.getBytes(StandardCharsets.UTF_8));
  }

  private static ObjectNode set() {
    Kind kind = KubernetesKinds.kinds().byKind("apps/v1", "StatefulSet").orElseThrow();
    ObjectNode set =
        Decoder.decode(
                kind.type(),
                tree(
                    "{metadata: {name: web}, spec: {serviceName: web, template: %s}}"
                        .formatted(TEMPLATE)))
            .object();
    kind.strategy().applyDefaults(set);
    return set;
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "without defaults | {metadata: {labels: {app: web}}, spec: {containers: [{name: main, image: \"a:1\"}]}} | true",
        "with a null time | {metadata: {creationTimestamp: null, labels: {app: web}}, spec: {containers: [{name: main, image: \"a:1\"}]}} | true",
        "another image    | {metadata: {labels: {app: web}}, spec: {containers: [{name: main, image: \"a:2\"}]}} | false",
        "another default  | {metadata: {labels: {app: web}}, spec: {dnsPolicy: None, containers: [{name: main, image: \"a:1\"}]}} | false",
        "no template      | {} | false",
        "nonsense         | {spec: {containers: 7}} | false"
      })
  void aTemplateIsKnownByWhatItMeans(String name, String template, boolean same) {
    ObjectNode revision = tree("{data: {spec: {template: %s}}}".formatted(template));
    assertThat(RestoredTemplate.isPresent(revision, set())).as(name).isEqualTo(same);
  }
}

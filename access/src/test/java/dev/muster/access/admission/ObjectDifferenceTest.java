package dev.muster.access.admission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.Yaml;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ObjectDifferenceTest {
  private static ObjectNode tree(String yaml) {
    return (ObjectNode) Yaml.toTree(yaml.getBytes(StandardCharsets.UTF_8));
  }

  private static List<String> changes(String sent, String returned) {
    return ObjectDifference.sentences(tree(sent), tree(returned));
  }

  @Test
  void namesWhatWasSetChangedAndTakenOut() {
    assertThat(
            changes(
                """
                metadata: {name: web, labels: {a: b, gone: x}}
                spec: {hostNetwork: true, containers: [{name: side}, {name: app, image: old}]}
                """,
                """
                metadata: {name: web, uid: 1, creationTimestamp: now, labels: {a: c, example.com/x: on-top}}
                spec:
                  containers: [{name: app, image: new, securityContext: {runAsUser: 1000}}, {name: side}]
                  tolerations: [{key: t, operator: Exists}]
                status: {phase: Pending}
                """))
        .containsExactlyInAnyOrder(
            "metadata.labels.a is changed from \"b\" to \"c\"",
            "metadata.labels.gone is taken out, it was \"x\"",
            "metadata.labels[\"example.com/x\"] is set to \"on-top\"",
            "spec.hostNetwork is taken out, it was true",
            "spec.containers[\"app\"].image is changed from \"old\" to \"new\"",
            "spec.containers[\"app\"].securityContext is set to {\"runAsUser\":1000}",
            "spec.tolerations is set to [{\"key\":\"t\",\"operator\":\"Exists\"}]");
  }

  @Test
  void emptyValuesAreNoChange() {
    assertThat(changes("spec: {a: {}, b: [], c: null}", "spec: {d: {}}")).isEmpty();
  }

  @Test
  void secretsAreNotQuoted() {
    assertThat(changes("kind: Secret\ndata: {a: aGlkZGVu}", "kind: Secret\ndata: {a: b3RoZXI=}"))
        .containsExactly(
            "data.a is changed from a value that is not shown to a value that is not shown");
  }

  @Test
  void whatIsLongIsCutAndNamesDoNotReachTheTerminal() {
    StringBuilder many = new StringBuilder("data:\n");
    for (int i = 0; i < 60; i++) {
      many.append("  k").append(i).append(": v\n");
    }
    assertThat(changes("x: y", many + "x: y")).singleElement().asString().hasSizeLessThan(200);
    assertThat(changes("data: {z: z}", many + "  z: z")).hasSize(51).endsWith("and 10 more");
    ObjectNode evil = tree("{}");
    evil.put("\u001b[2J", "\u001b]0;x");
    assertThat(ObjectDifference.sentences(tree("{}"), evil))
        .containsExactly("[\"\\x1b[2J\"] is set to \"\\x1b]0;x\"");
  }

  /** What every kind fills in by itself is not admission's doing. */
  @Test
  void defaultsAreNoChange() {
    ObjectNode sent =
        tree(
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: web}
            spec: {containers: [{name: app, image: "registry.example/app:1"}]}
            """);
    ObjectNode defaulted = DefaultedObject.of(sent.deepCopy());
    assertThat(defaulted.at("/spec/restartPolicy").asText()).isEqualTo("Always");
    assertThat(
            DefaultedObject.of(tree("kind: Widget\napiVersion: acme.io/v1")).path("kind").asText())
        .isEqualTo("Widget");
    assertThat(DefaultedObject.of(tree("apiVersion: v1\nkind: Pod\nspec: 7")).path("spec").asInt())
        .isEqualTo(7);
  }
}

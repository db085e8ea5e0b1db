package dev.muster.admission.psp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionChain;
import dev.muster.admission.writes.MemoryCluster;
import dev.muster.admission.writes.ObjectWriter;
import dev.muster.admission.writes.Objects;
import dev.muster.authz.Authorizer;
import dev.muster.authz.Decision;
import dev.muster.authz.User;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.kinds.features.ApiFeatures;
import dev.muster.kinds.features.FeatureGates;
import dev.muster.model.codec.Trees;
import dev.muster.model.scheme.Kinds;
import dev.muster.model.status.ApiException;
import dev.muster.testing.ResourceLines;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Pods under random policies, with the answers of a kube-apiserver 1.24. */
class PolicyVectorsTest {
  /** The recorded server ran without --allow-privileged. */
  private static final Kinds KINDS =
      KubernetesKinds.kinds(new ApiFeatures(FeatureGates.defaults(), false));

  @Test
  void answersAsTheRealServerDid() throws IOException {
    List<String> differences = new ArrayList<>();
    int rows = 0;
    for (String line : ResourceLines.of(getClass(), "/vectors/psp.jsonl")) {
      JsonNode row = Trees.parse(line.getBytes(StandardCharsets.UTF_8));
      JsonNode answer = answer(row);
      if (!answer.equals(row.get("answer"))) {
        differences.add(
            "row " + rows + "\n  recorded " + row.get("answer") + "\n  got      " + answer);
      }
      rows++;
    }
    assertThat(rows).isEqualTo(400);
    assertThat(differences).isEmpty();
  }

  private static JsonNode answer(JsonNode row) {
    MemoryCluster cluster = new MemoryCluster();
    row.get("policies").forEach(policy -> cluster.with(Objects.of(policy)));
    String user = row.get("user").asText();
    List<String> usable = new ArrayList<>();
    row.get("usable").forEach(name -> usable.add(name.asText()));
    Authorizer authorizer =
        asked ->
            asked.user().name().equals(user) && usable.contains(asked.name())
                ? new Decision.Allow(() -> "the row", "")
                : Decision.NoOpinion.SILENT;
    ObjectWriter writer =
        new ObjectWriter(
            new AdmissionChain(
                List.of(new PodSecurityPolicyPlugin(cluster, authorizer, (r, k, v) -> {}))),
            User.of(user),
            KINDS);
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    try {
      ObjectNode pod = writer.create(Objects.of(row.get("pod")));
      answer.put("code", 201L);
      answer.set("psp", pod.at("/metadata/annotations/kubernetes.io~1psp"));
      answer.set("podSecurityContext", pod.at("/spec/securityContext"));
      contexts(pod, "containers", answer);
      contexts(pod, "initContainers", answer);
    } catch (ApiException e) {
      answer.put("code", (long) e.status().code());
    }
    return answer;
  }

  private static void contexts(ObjectNode pod, String list, ObjectNode answer) {
    ObjectNode contexts = JsonNodeFactory.instance.objectNode();
    for (JsonNode container : pod.get("spec").path(list)) {
      contexts.set(
          container.get("name").asText(),
          container.has("securityContext")
              ? container.get("securityContext")
              : JsonNodeFactory.instance.objectNode());
    }
    if (!contexts.isEmpty()) {
      answer.set(list, contexts);
    }
  }
}

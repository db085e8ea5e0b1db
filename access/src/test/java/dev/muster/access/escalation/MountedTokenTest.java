package dev.muster.access.escalation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.access.escalation.Inventory.RunningPod;
import dev.muster.authz.User;
import dev.muster.authz.rbac.Metadata;
import dev.muster.authz.rbac.PolicyRule;
import dev.muster.authz.rbac.RbacIndex;
import dev.muster.authz.rbac.RbacObject;
import dev.muster.authz.rbac.RoleRef;
import dev.muster.authz.rbac.Subject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A way through a pod is one only if there is a token in it. */
class MountedTokenTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String MOUNT =
      "'containers':[{'volumeMounts':[{'mountPath':'/var/run/secrets/kubernetes.io/serviceaccount'}]}]";

  private static Inventory inventory(String... objects) throws IOException {
    List<JsonNode> all = new ArrayList<>();
    for (String object : objects) {
      all.add(JSON.readTree(object.replace('\'', '"')));
    }
    return InventoryReader.read(all);
  }

  private static String pod(String spec, String uid) {
    return "{'apiVersion':'v1','kind':'Pod','metadata':{'name':'web','namespace':'shop'"
        + (uid.isEmpty() ? "" : ",'uid':'" + uid + "'")
        + "},'spec':{"
        + spec
        + "}}";
  }

  private static String account(String more) {
    return "{'apiVersion':'v1','kind':'ServiceAccount','metadata':{'name':'default','namespace':'shop'}"
        + more
        + "}";
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          a pod to be, its account read         |                                           | known   |   | CERTAIN
          a pod to be, its account not read     |                                           |         |   | UNKNOWN
          the account refuses                   |                                           | refuses |   | NONE
          the pod refuses                       | 'automountServiceAccountToken':false      | known   |   | NONE
          the pod wants what its account refuses| 'automountServiceAccountToken':true       | refuses |   | CERTAIN
          a pod that runs and mounts it         | MOUNT                                     | refuses | u | CERTAIN
          a pod that runs and does not          |                                           | known   | u | NONE
          a volume of its own                   | 'volumes':[{'projected':{'sources':[{'serviceAccountToken':{}}]}}] | refuses | u | UNKNOWN
          """)
  void isToldByThePodAndItsAccount(
      String name, String spec, String account, String uid, MountedToken token) throws IOException {
    String pod = pod(spec == null ? "" : spec.replace("MOUNT", MOUNT), uid == null ? "" : uid);
    Inventory known =
        account == null
            ? inventory(pod)
            : inventory(
                pod,
                account(account.equals("known") ? "" : ",'automountServiceAccountToken':false"));
    if (token == MountedToken.NONE) {
      assertThat(known.pods()).isEmpty();
    } else {
      assertThat(known.pods())
          .singleElement()
          .extracting(RunningPod::hasToken)
          .isEqualTo(token == MountedToken.CERTAIN);
    }
  }

  @Test
  void aStepThroughAPodThatMayHaveNoneSaysSo() throws IOException {
    RbacIndex index = new RbacIndex();
    index.put(
        new RbacObject.Role(
            Metadata.named("shop", "runs"),
            List.of(PolicyRule.on(List.of(""), List.of("pods/exec"), List.of("create")))));
    index.put(
        new RbacObject.Role(
            Metadata.named("shop", "more"),
            List.of(PolicyRule.on(List.of(""), List.of("secrets"), List.of("get")))));
    index.put(
        new RbacObject.RoleBinding(
            Metadata.named("shop", "jane"), List.of(Subject.user("jane")), RoleRef.role("runs")));
    index.put(
        new RbacObject.RoleBinding(
            Metadata.named("shop", "default"),
            List.of(Subject.serviceAccount("shop", "default")),
            RoleRef.role("more")));
    assertThat(sentences(index, inventory(pod("", ""))))
        .containsExactly(
            "run a command in pod \"web\", which runs as ServiceAccount \"default/shop\", if it has a"
                + " token mounted");
    assertThat(sentences(index, inventory(pod("", ""), account(""))))
        .containsExactly(
            "run a command in pod \"web\", which runs as ServiceAccount \"default/shop\"");
    assertThat(sentences(index, inventory(pod("", "u"), account("")))).isEmpty();
  }

  private static List<String> sentences(RbacIndex index, Inventory known) {
    return EscalationPaths.of(index.snapshot(), User.of("jane"), known).paths().stream()
        .flatMap(path -> path.steps().stream())
        .map(EscalationStep::sentence)
        .toList();
  }
}

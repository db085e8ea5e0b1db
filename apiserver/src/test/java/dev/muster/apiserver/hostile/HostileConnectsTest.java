package dev.muster.apiserver.hostile;

import static dev.muster.apiserver.server.LiveServer.ADMIN;
import static dev.muster.apiserver.server.LiveServer.ALICE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.running.MostlyWaits;
import dev.muster.apiserver.server.Authorization;
import dev.muster.apiserver.server.LiveServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A right to read runs nothing: exec, attach and portforward take the verb create by any method.
 */
@MostlyWaits
class HostileConnectsTest {
  private static final String POD = "/api/v1/namespaces/default/pods/p";

  private static final String MISSING = "/api/v1/namespaces/default/pods/zz";

  private static void create(LiveServer server) {
    server.create(
        "/api/v1/namespaces/default/pods",
        """
        {'apiVersion':'v1','kind':'Pod','metadata':{'name':'p'},
         'spec':{'containers':[{'name':'c','image':'i'}]}}
        """);
  }

  private static LiveServer rbac(Path directory, String verbs) throws IOException {
    LiveServer server = LiveServer.start(directory);
    String group = "/apis/rbac.authorization.k8s.io/v1/";
    server.create(
        group + "clusterroles",
        """
        {'apiVersion':'rbac.authorization.k8s.io/v1','kind':'ClusterRole','metadata':{'name':'r'},
         'rules':[{'apiGroups':['*'],'resources':['*'],'verbs':[%s]}]}
        """
            .formatted(verbs));
    server.create(
        group + "clusterrolebindings",
        """
        {'apiVersion':'rbac.authorization.k8s.io/v1','kind':'ClusterRoleBinding','metadata':{'name':'r'},
         'roleRef':{'apiGroup':'rbac.authorization.k8s.io','kind':'ClusterRole','name':'r'},
         'subjects':[{'kind':'User','name':'alice','apiGroup':'rbac.authorization.k8s.io'}]}
        """);
    create(server);
    return server;
  }

  @Test
  void readingEverythingRunsNothing(@TempDir Path directory) throws IOException {
    try (LiveServer server = rbac(directory, "'get','list','watch'")) {
      for (String what : List.of("exec?command=ls", "attach", "portforward?ports=80")) {
        LiveServer.Answer refused = server.get(ALICE, POD + "/" + what);
        assertThat(refused.code()).as(what).isEqualTo(403);
        assertThat(refused.text("/message")).isEqualTo("pods \"p\" is forbidden: ");
        assertThat(server.get(ALICE, MISSING + "/" + what).code())
            .as("of a pod that is not there")
            .isEqualTo(403);
        assertThat(server.get(ADMIN, POD + "/" + what).text("/message"))
            .isEqualTo("pod p does not have a host assigned");
      }
      assertThat(server.get(ALICE, POD + "/log").code()).as("reading").isEqualTo(204);
    }
  }

  @Test
  void whoMayCreateNeedsNoMoreByPostAndGetAsWellByGet(@TempDir Path directory) throws IOException {
    try (LiveServer server = rbac(directory, "'create'")) {
      assertThat(server.send(ALICE, "POST", POD + "/exec?command=ls", "").text("/message"))
          .isEqualTo("pod p does not have a host assigned");
      assertThat(server.get(ALICE, POD + "/exec?command=ls").text("/message"))
          .startsWith("pods \"p\" is forbidden: User \"alice\" cannot get resource \"pods/exec\"");
    }
  }

  @ParameterizedTest(name = "readonly {0}: {1}")
  @CsvSource({"true, 403", "false, 400"})
  void aReadOnlyLineRunsNothing(boolean readonly, int code, @TempDir Path directory)
      throws IOException {
    Path policy = directory.resolve("policy.jsonl");
    Files.writeString(
        policy,
        """
        {"apiVersion":"abac.authorization.kubernetes.io/v1beta1","kind":"Policy",\
        "spec":{"user":"alice","namespace":"*","resource":"*","apiGroup":"*","readonly":%s}}
        """
            .formatted(readonly));
    try (LiveServer server =
        LiveServer.start(directory, Authorization.by("ABAC").withPolicyFile(policy))) {
      create(server);
      for (String what : List.of("exec?command=ls", "attach", "portforward?ports=80")) {
        LiveServer.Answer answer = server.get(ALICE, POD + "/" + what);
        assertThat(answer.code()).as(answer.response().body()).isEqualTo(code);
      }
    }
  }
}

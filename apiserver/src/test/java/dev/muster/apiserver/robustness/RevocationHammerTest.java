package dev.muster.apiserver.robustness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.server.LiveServer;
import dev.muster.apiserver.server.LiveServer.Answer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Grant, use, revoke, use: once the answer to a write is there, every later request is judged by
 * it. Many threads at once, none of which ever waits for anything but its own answers.
 */
class RevocationHammerTest {
  private static final int THREADS = 16;
  private static final int ROUNDS = 15;
  private static final String BINDINGS =
      "/apis/rbac.authorization.k8s.io/v1/namespaces/%s/rolebindings";
  private static final String ROLES = "/apis/rbac.authorization.k8s.io/v1/namespaces/%s/roles";

  @Test
  void noAnswerIsEverOutOfDate(@TempDir Path directory) throws Exception {
    try (LiveServer server = LiveServer.start(directory);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      List<Callable<List<String>>> hammers = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        String namespace = "hammer-" + i;
        server.create(
            "/api/v1/namespaces",
            "{'apiVersion':'v1','kind':'Namespace','metadata':{'name':'" + namespace + "'}}");
        createRole(server, namespace);
        boolean byRole = i % 2 == 0;
        hammers.add(() -> hammer(server, namespace, byRole));
      }
      List<String> wrong = new ArrayList<>();
      for (Future<List<String>> one : threads.invokeAll(hammers)) {
        wrong.addAll(one.get());
      }
      assertThat(wrong).isEmpty();
    }
  }

  /** Revokes by deleting the binding, or the role that it refers to. */
  private static List<String> hammer(LiveServer server, String namespace, boolean byRole) {
    List<String> wrong = new ArrayList<>();
    String binding = BINDINGS.formatted(namespace) + "/reads";
    String role = ROLES.formatted(namespace) + "/reader";
    if (byRole) {
      createBinding(server, namespace);
      server.delete(LiveServer.ADMIN, role);
    }
    for (int round = 0; round < ROUNDS; round++) {
      expect(server, namespace, 403, wrong);
      if (byRole) {
        createRole(server, namespace);
      } else {
        createBinding(server, namespace);
      }
      expect(server, namespace, 200, wrong);
      Answer gone = server.delete(LiveServer.ADMIN, byRole ? role : binding);
      assertThat(gone.code()).isEqualTo(200);
      expect(server, namespace, 403, wrong);
    }
    return wrong;
  }

  private static void expect(LiveServer server, String namespace, int code, List<String> wrong) {
    Answer answer = server.get(LiveServer.ALICE, "/api/v1/namespaces/" + namespace + "/configmaps");
    if (answer.code() != code) {
      wrong.add("%s: %d instead of %d".formatted(namespace, answer.code(), code));
    }
  }

  private static void createRole(LiveServer server, String namespace) {
    server.create(
        ROLES.formatted(namespace),
        """
        {'apiVersion':'rbac.authorization.k8s.io/v1','kind':'Role','metadata':{'name':'reader'},
         'rules':[{'apiGroups':[''],'resources':['configmaps'],'verbs':['list']}]}
        """);
  }

  private static void createBinding(LiveServer server, String namespace) {
    server.create(
        BINDINGS.formatted(namespace),
        """
        {'apiVersion':'rbac.authorization.k8s.io/v1','kind':'RoleBinding','metadata':{'name':'reads'},
         'roleRef':{'apiGroup':'rbac.authorization.k8s.io','kind':'Role','name':'reader'},
         'subjects':[{'kind':'User','name':'alice','apiGroup':'rbac.authorization.k8s.io'}]}
        """);
  }
}

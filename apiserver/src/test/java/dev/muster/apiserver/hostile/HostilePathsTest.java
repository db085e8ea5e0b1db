package dev.muster.apiserver.hostile;

import static dev.muster.apiserver.server.LiveServer.ADMIN;
import static dev.muster.apiserver.server.LiveServer.ALICE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.server.LiveServer;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Alice is cluster-admin in the namespace ns1, by a RoleBinding, and nothing elsewhere: no path
 * takes her out of it.
 */
class HostilePathsTest {
  private static final String RBAC = "/apis/rbac.authorization.k8s.io/v1";
  private static final String PATCH = "application/merge-patch+json";

  private static LiveServer server;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    server = LiveServer.start(directory);
    for (String name : new String[] {"ns1", "victim"}) {
      server.create("/api/v1/namespaces", object("v1", "Namespace", name));
      server.create(
          "/api/v1/namespaces/" + name + "/configmaps", object("v1", "ConfigMap", "settings"));
    }
    server.create(
        RBAC + "/namespaces/ns1/rolebindings",
        """
        {'apiVersion':'rbac.authorization.k8s.io/v1','kind':'RoleBinding','metadata':{'name':'all'},
         'roleRef':{'apiGroup':'rbac.authorization.k8s.io','kind':'ClusterRole','name':'cluster-admin'},
         'subjects':[{'kind':'User','name':'alice','apiGroup':'rbac.authorization.k8s.io'}]}
        """);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static String object(String version, String kind, String name) {
    return "{'apiVersion':'%s','kind':'%s','metadata':{'name':'%s'}}"
        .formatted(version, kind, name);
  }

  @ParameterizedTest(name = "{0} {1}: {2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # a cluster-wide kind below a namespace: granted there, and found nowhere
          GET    | /api/v1/namespaces/ns1/namespaces                          | 404
          GET    | /api/v1/namespaces/ns1/namespaces?watch=1&timeoutSeconds=1 | 404
          GET    | /api/v1/namespaces/ns1/namespaces?fieldSelector=metadata.name%3Dvictim | 404
          POST   | /api/v1/namespaces/ns1/namespaces                          | 404
          DELETE | /api/v1/namespaces/ns1/namespaces                          | 404
          GET    | /api/v1/namespaces/ns1/namespaces/victim                   | 404
          HEAD   | /api/v1/namespaces/ns1/namespaces/victim                   | 404
          PUT    | /api/v1/namespaces/ns1/namespaces/victim                   | 404
          PATCH  | /api/v1/namespaces/ns1/namespaces/victim                   | 404
          DELETE | /api/v1/namespaces/ns1/namespaces/victim                   | 404
          GET    | /api/v1/namespaces/ns1/namespaces/victim/status            | 404
          PATCH  | /api/v1/namespaces/ns1/namespaces/victim/status            | 404
          PUT    | /api/v1/namespaces/ns1/namespaces/victim/finalize          | 404
          GET    | /api/v1/namespaces/ns1/namespaces/ns1                      | 404
          DELETE | /api/v1/namespaces/ns1/namespaces/ns1                      | 404
          GET    | /api/v1/watch/namespaces/ns1/namespaces?timeoutSeconds=1   | 404
          GET    | /api/v1/watch/namespaces/ns1/namespaces/victim?timeoutSeconds=1 | 404
          GET    | /api/v1/proxy/namespaces/ns1/namespaces/victim             | 404
          GET    | /api/v1/namespaces/ns1/nodes                               | 404
          DELETE | /api/v1/namespaces/ns1/persistentvolumes/v                 | 404
          GET    | /apis/rbac.authorization.k8s.io/v1/namespaces/ns1/clusterroles/cluster-admin | 404
          POST   | /apis/rbac.authorization.k8s.io/v1/namespaces/ns1/clusterrolebindings        | 404
          POST   | /apis/authorization.k8s.io/v1/namespaces/ns1/subjectaccessreviews            | 404
          # the same with escapes that decode to slashes
          GET    | /api/v1/namespaces/ns1%2Fnamespaces%2Fvictim               | 404
          DELETE | /api/v1/namespaces/ns1/namespaces%2Fvictim                 | 404
          # what is not hers is refused before anything is looked for
          GET    | /api/v1/namespaces                                         | 403
          GET    | /api/v1/namespaces/victim                                  | 403
          DELETE | /api/v1/namespaces/victim                                  | 403
          PUT    | /api/v1/namespaces/victim/finalize                         | 403
          GET    | /api/v1/namespaces/victim/namespaces/ns1                   | 403
          GET    | /api/v1/namespaces/victim/configmaps/settings              | 403
          GET    | /api/v1/namespaces/victim/configmaps/missing               | 403
          GET    | /api/v1/configmaps                                         | 403
          GET    | /api/v1/configmaps/settings                                | 403
          GET    | /api/v1/watch/configmaps                                   | 403
          GET    | /api/v1/watch/configmaps/settings                          | 403
          GET    | /api/v1/watch/namespaces/victim                            | 403
          # dots are a name like any other
          GET    | /api/v1/namespaces/ns1/../victim/configmaps/settings       | 404
          GET    | /api/v1/namespaces/ns1/configmaps/..                       | 400
          GET    | /api/v1/namespaces/ns1/configmaps/%2e%2e                   | 400
          GET    | /api/v1/namespaces/ns1/configmaps/..%2F..%2Fvictim%2Fconfigmaps%2Fsettings | 404
          """)
  void leadsNowhereElse(String method, String path, int code) {
    String body = method.equals("PATCH") ? "{'metadata':{'labels':{'was':'here'}}}" : "";
    if (method.equals("POST") || method.equals("PUT")) {
      body = object("v1", "Namespace", "victim");
    }
    String type = method.equals("PATCH") ? PATCH : "application/json";
    LiveServer.Answer answer = server.send(ALICE, method, path, body, "Content-Type", type);
    assertThat(answer.code()).as(answer.response().body()).isEqualTo(code);
    LiveServer.Answer victim = server.get(ADMIN, "/api/v1/namespaces/victim");
    assertThat(victim.at("/metadata/deletionTimestamp").isMissingNode()).isTrue();
    assertThat(victim.at("/metadata/labels/was").isMissingNode()).isTrue();
  }

  /** Nobody is told what is not granted there either. */
  @Test
  void whoMayDoNothingIsRefusedBeforeTheScopeIsLookedAt() {
    LiveServer.Answer answer =
        server.send(ALICE, "DELETE", "/api/v1/namespaces/victim/namespaces/ns1", "");
    assertThat(answer.text("/message"))
        .isEqualTo(
            "namespaces \"ns1\" is forbidden: User \"alice\" cannot delete resource \"namespaces\" in"
                + " API group \"\" in the namespace \"victim\"");
  }

  /** Whoever may do everything finds them nowhere, too. */
  @ParameterizedTest
  @CsvSource({
    "GET, /api/v1/watch/configmaps/settings?timeoutSeconds=1, 404",
    "GET, /api/v1/configmaps/settings, 404",
    "GET, /api/v1/namespaces/ns1/namespaces/victim, 404",
    "DELETE, /api/v1/configmaps, 405",
    "POST, /api/v1/configmaps, 405",
    "POST, /api/v1/namespaces/ns1/configmaps/settings, 405",
    "POST, /apis/authorization.k8s.io/v1/localsubjectaccessreviews, 404",
    "POST, /api/v1/serviceaccounts/default/token, 404",
    "POST, /api/v1/bindings, 404",
  })
  void aScopeThatIsNotTheKindsOwnIsServedToNobody(String method, String path, int code) {
    assertThat(server.send(ADMIN, method, path, "{}", "Content-Type", "application/json").code())
        .isEqualTo(code);
  }

  /** A namespace is asked for as the thing of that name in itself: a quirk that grants rely on. */
  @Test
  void herOwnNamespaceIsHersByItsOwnPath() {
    assertThat(server.get(ALICE, "/api/v1/namespaces/ns1").text("/metadata/name")).isEqualTo("ns1");
    assertThat(
            server
                .send(
                    ALICE,
                    "PATCH",
                    "/api/v1/namespaces/ns1",
                    "{'metadata':{'labels':{'is':'mine'}}}",
                    "Content-Type",
                    PATCH)
                .text("/metadata/labels/is"))
        .isEqualTo("mine");
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          POST  | /api/v1/namespaces/ns1/configmaps          | application/json             | 400
          PUT   | /api/v1/namespaces/ns1/configmaps/settings | application/json             | 400
          PATCH | /api/v1/namespaces/ns1/configmaps/settings | application/merge-patch+json | 400
          PATCH | /api/v1/namespaces/ns1/configmaps/settings?fieldManager=m | application/apply-patch+yaml | 400
          """)
  void aBodyThatNamesAnotherNamespaceIsRefused(String method, String path, String type, int code) {
    LiveServer.Answer answer =
        server.send(
            ALICE,
            method,
            path,
            """
            {'apiVersion':'v1','kind':'ConfigMap','data':{'k':'forged'},
             'metadata':{'name':'settings','namespace':'victim'}}
            """,
            "Content-Type",
            type);
    assertThat(answer.code()).as(answer.response().body()).isEqualTo(code);
    for (String namespace : new String[] {"ns1", "victim"}) {
      String settings = "/api/v1/namespaces/" + namespace + "/configmaps/settings";
      assertThat(server.get(ADMIN, settings).at("/data").isMissingNode()).isTrue();
    }
  }

  @Test
  void aReviewAboutAnotherNamespaceIsRefused() {
    LiveServer.Answer answer =
        server.post(
            ALICE,
            "/apis/authorization.k8s.io/v1/namespaces/ns1/localsubjectaccessreviews",
            """
            {'apiVersion':'authorization.k8s.io/v1','kind':'LocalSubjectAccessReview',
             'spec':{'user':'u','resourceAttributes':{'namespace':'victim','verb':'get','resource':'pods'}}}
            """);
    assertThat(answer.code()).as(answer.response().body()).isEqualTo(422);
  }
}

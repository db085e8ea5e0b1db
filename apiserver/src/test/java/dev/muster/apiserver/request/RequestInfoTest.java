package dev.muster.apiserver.request;

import static dev.muster.apiserver.server.LiveServer.ALICE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.server.LiveServer;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From a method and a path to what is asked for, as the document on authorization has it. */
class RequestInfoTest {

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          POST    | /api/v1/namespaces/n/pods                  | create           | - | n | pods  | -
          GET     | /api/v1/namespaces/n/pods/p                | get              | - | n | pods  | p
          HEAD    | /api/v1/namespaces/n/pods/p                | get              | - | n | pods  | p
          GET     | /api/v1/namespaces/n/pods                  | list             | - | n | pods  | -
          HEAD    | /api/v1/namespaces/n/pods                  | list             | - | n | pods  | -
          GET     | /api/v1/pods?watch=1                       | watch            | - | - | pods  | -
          GET     | /api/v1/pods?watch                         | watch            | - | - | pods  | -
          GET     | /api/v1/pods?watch=False                   | list             | - | - | pods  | -
          GET     | /api/v1/watch/namespaces/n/pods            | watch            | - | n | pods  | -
          GET     | /api/v1/watch/namespaces/n/pods/p          | watch            | - | n | pods  | p
          POST    | /api/v1/watch/namespaces/n/pods            | watch            | - | n | pods  | -
          GET     | /api/v1/proxy/namespaces/n/services/s/path | proxy            | - | n | services | s
          PUT     | /apis/apps/v1/namespaces/n/deployments/d   | update           | apps | n | deployments | d
          PATCH   | /apis/apps/v1/namespaces/n/deployments/d   | patch            | apps | n | deployments | d
          DELETE  | /apis/apps/v1/namespaces/n/deployments/d   | delete           | apps | n | deployments | d
          DELETE  | /apis/apps/v1/namespaces/n/deployments     | deletecollection | apps | n | deployments | -
          GET     | /api/v1/pods?fieldSelector=metadata.name%3Dp                  | list  | - | - | pods | p
          GET     | /api/v1/pods?fieldSelector=a%3Db,metadata.name%3D%3Dp&watch=1 | watch | - | - | pods | p
          GET     | /api/v1/pods?fieldSelector=metadata.name!%3Dp                 | list  | - | - | pods | -
          GET     | /api/v1/pods?fieldSelector=metadata.name%3Da%252Fb            | list  | - | - | pods | -
          GET     | /api/v1/pods?fieldSelector=metadata.name%3Dp,nonsense         | list  | - | - | pods | -
          DELETE  | /api/v1/pods?fieldSelector=metadata.name%3Dp | deletecollection | - | - | pods | -
          GET     | /api/v1/namespaces/n                       | get              | - | n | namespaces | n
          PUT     | /api/v1/namespaces/n/finalize              | update           | - | n | namespaces | n
          GET     | /api/v1/nodes/n/proxy//a//b                | get              | - | - | nodes | n
          GET     | /api/v1/namespaces/n/pods/p/proxy/http://x | get              | - | n | pods  | p
          """)
  void ofAResource(
      String method,
      String url,
      String verb,
      String group,
      String namespace,
      String resource,
      String name) {
    String[] parts = url.split("\\?", 2);
    RequestInfo info =
        RequestInfo.of(method, parts[0], Query.parse(parts.length == 1 ? "" : parts[1]));
    assertThat(info.resourceRequest()).isTrue();
    assertThat(info.verb()).isEqualTo(verb);
    assertThat(info.group()).isEqualTo(text(group));
    assertThat(info.namespace()).isEqualTo(text(namespace));
    assertThat(info.resource()).isEqualTo(resource);
    assertThat(info.name()).isEqualTo(text(name));
  }

  private static String text(@org.jspecify.annotations.Nullable String value) {
    return value == null ? "" : value;
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /, get",
    "GET, /api, get",
    "GET, /apis/apps/v1, get",
    "HEAD, /healthz, head",
    "POST, /logs, post",
    "PUT, /a/b, put",
    "DELETE, /x, delete",
    "GET, /api/v1//pods, get",
    "GET, /api/v1/nodes//proxy//x, get",
    "GET, /api/v1//nodes/n/proxy/x, get",
  })
  void ofAnotherPath(String method, String path, String verb) {
    RequestInfo info = RequestInfo.of(method, path, Query.parse(""));
    assertThat(info.resourceRequest()).isFalse();
    assertThat(info.verb()).isEqualTo(verb);
    assertThat(info.path()).isEqualTo(path);
  }

  @Test
  void isWhatTheAuthorizerJudges(@TempDir Path directory) throws IOException {
    try (LiveServer server = LiveServer.start(directory)) {
      String group = "/apis/rbac.authorization.k8s.io/v1/";
      server.create(
          group + "clusterroles",
          """
          {'apiVersion':'rbac.authorization.k8s.io/v1','kind':'ClusterRole','metadata':{'name':'one'},
           'rules':[{'apiGroups':[''],'resources':['configmaps'],'resourceNames':['one'],
             'verbs':['list','deletecollection']}]}
          """);
      server.create(
          group + "clusterrolebindings",
          """
          {'apiVersion':'rbac.authorization.k8s.io/v1','kind':'ClusterRoleBinding','metadata':{'name':'one'},
           'roleRef':{'apiGroup':'rbac.authorization.k8s.io','kind':'ClusterRole','name':'one'},
           'subjects':[{'kind':'User','name':'alice','apiGroup':'rbac.authorization.k8s.io'}]}
          """);
      String one = "/api/v1/namespaces/default/configmaps?fieldSelector=metadata.name%3Done";
      assertThat(server.get(ALICE, one).code()).isEqualTo(200);
      assertThat(server.delete(ALICE, one).text("/message"))
          .endsWith(
              "User \"alice\" cannot deletecollection resource \"configmaps\" in API group \"\" in"
                  + " the namespace \"default\"");
      assertThat(server.get(ALICE, "/version").code()).isEqualTo(200);
      assertThat(server.head(ALICE, "/version").code()).as("only get is granted").isEqualTo(403);
      assertThat(server.head(ALICE, one).code()).as("granted, but not served").isEqualTo(405);
      assertThat(server.get(ALICE, "/api/v1/proxy/namespaces/default/services/s").text("/message"))
          .endsWith(
              "User \"alice\" cannot proxy resource \"services\" in API group \"\" in the"
                  + " namespace \"default\"");
      assertThat(
              server
                  .post(LiveServer.ADMIN, "/api/v1/watch/namespaces/default/configmaps", "{}")
                  .code())
          .isEqualTo(405);
    }
  }
}

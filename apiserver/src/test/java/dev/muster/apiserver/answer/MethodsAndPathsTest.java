package dev.muster.apiserver.answer;

import dev.muster.apiserver.running.ServerOfTheClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Methods that a path does not take, and paths that do not exist. */
class MethodsAndPathsTest {
  private static final String NO_METHOD =
      "the server does not allow this method on the requested resource";
  private static final String NO_RESOURCE = "the server could not find the requested resource";
  private static final String NO_PAGE = "404 page not found";

  @RegisterExtension static final ServerOfTheClass SERVER = ServerOfTheClass.alone();

  private static void play(String rows) {
    AnswerTable.play(
        SERVER.client(),
        rows.replace("NO_METHOD", NO_METHOD)
            .replace("NO_RESOURCE", NO_RESOURCE)
            .replace("NO_PAGE", NO_PAGE)
            .replace(" CM", " /api/v1/namespaces/default/configmaps"));
  }

  @Test
  void ofResources() {
    play(
        """
        POST   | CM      | {'metadata':{'name':'a'}} | 201 |
        POST   | CM/a    | {'metadata':{'name':'a'}} | 405 | NO_METHOD
        PUT    | CM      | {'metadata':{'name':'a'}} | 405 | NO_METHOD
        PATCH  | CM      | merge {}                  | 405 | NO_METHOD
        HEAD   | CM      |                           | 405 |
        HEAD   | CM/a    |                           | 405 |
        OPTIONS| CM      |                           | 405 | NO_METHOD
        POST   | /api/v1/configmaps | {'metadata':{'name':'b'}} | 405 | NO_METHOD
        DELETE | /api/v1/configmaps |                | 405 | NO_METHOD
        DELETE | /api/v1/configmaps/a |              | 404 | NO_RESOURCE
        GET    | /api/v1/configmaps/a |              | 404 | NO_RESOURCE
        DELETE | /api/v1/namespaces |                | 405 | NO_METHOD
        POST   | /api/v1/bindings | {}               | 404 | NO_RESOURCE
        GET    | /api/v1/namespaces/default/bindings | | 405 | NO_METHOD
        GET    | CM/a/status |                       | 404 | NO_RESOURCE
        GET    | CM/a/b/c |                          | 404 | NO_RESOURCE
        GET    | /api/v1/namespaces/default/pods/p/status/x | | 404 | NO_RESOURCE
        POST   | /api/v1/namespaces/default/pods/p/status | {} | 405 | NO_METHOD
        GET    | /api/v1/namespaces/default/widgets | | 404 | NO_RESOURCE
        GET    | /api/v1/namespaces/default/nodes | | 404 | NO_RESOURCE
        GET    | /api/v2/namespaces/default/pods | | 404 | NO_RESOURCE
        GET    | /apis/apps/v9/namespaces/default/deployments | | 404 | NO_RESOURCE
        GET    | /apis/apps/v1/namespaces/default/pods | | 404 | NO_RESOURCE
        GET    | /apis/nope.example.com/v1/widgets | | 404 | NO_PAGE
        """);
  }

  @Test
  void ofOtherPaths() {
    play(
        """
        POST   | /version | {}                       | 405 | NO_METHOD
        HEAD   | /version |                          | 405 |
        POST   | /api     | {}                       | 405 | NO_METHOD
        DELETE | /apis/apps/v1 |                     | 405 | NO_METHOD
        POST   | /healthz | {}                       | 200 |
        HEAD   | /healthz |                          | 200 |
        GET    | /version/x |                        | 404 | NO_RESOURCE
        GET    | /api/v2  |                          | 404 | NO_RESOURCE
        GET    | /apis/nope.example.com |            | 404 | NO_PAGE
        GET    | /nope    |                          | 404 | NO_PAGE
        GET    | /        |                          | 200 | /paths/0=/.well-known/openid-configuration; /paths/1=/api
        """);
  }

  /** The document on authorization names them; 1.35 has other ones, or serves them on request. */
  @Test
  void thatOlderVersionsHad() {
    play(
        """
        GET    | /logs |                             | 404 | NO_PAGE
        GET    | /logs/kube-apiserver.log |          | 404 | NO_PAGE
        GET    | /debug |                            | 404 | NO_PAGE
        GET    | /debug/pprof/ |                     | 404 | NO_PAGE
        PUT    | /debug/flags/v | 5                  | 404 | NO_PAGE
        GET    | /swagger-ui/ |                      | 404 | NO_PAGE
        GET    | /swaggerapi/ |                      | 404 | NO_PAGE
        GET    | /swaggerapi/api/v1 |                | 404 | NO_PAGE
        GET    | /ui |                               | 404 | NO_PAGE
        GET    | /resetMetrics |                     | 404 | NO_PAGE
        GET    | /openapi/v2 |                       | 200 |
        GET    | /metrics |                          | 200 |
        """);
  }
}

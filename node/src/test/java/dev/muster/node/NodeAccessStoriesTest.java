package dev.muster.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.node.cluster.OnContainerd;
import dev.muster.node.cluster.Stories;
import dev.muster.node.cluster.TestCluster;
import dev.muster.pki.ClientTls;
import dev.muster.pki.Trust;
import dev.muster.testing.kubectl.Kubectl;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The node's port, as somebody uses it who is not the API server. */
@ExtendWith(OnContainerd.class)
class NodeAccessStoriesTest {
  private final Kubectl kubectl;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .sslContext(ClientTls.context(new Trust.Anyone(), Optional.empty()))
          .build();

  NodeAccessStoriesTest(Stories pods) {
    this.kubectl = pods.kubectl();
  }

  private HttpResponse<String> get(String path, String token) throws Exception {
    String port =
        kubectl.get("node " + TestCluster.NODE, "{.status.daemonEndpoints.kubeletEndpoint.Port}");
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + port + path));
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    return http.send(request.build(), BodyHandlers.ofString());
  }

  @Test
  void aServiceAccountScrapesTheNodeWithItsTokenAndNothingElse() throws Exception {
    kubectl.run("create", "serviceaccount", "prometheus");
    kubectl.run("create", "clusterrole", "scrape", "--verb=get", "--resource=nodes/metrics");
    kubectl.run(
        "create",
        "clusterrolebinding",
        "scrape",
        "--clusterrole=scrape",
        "--serviceaccount=default:prometheus");
    String token = kubectl.run("create", "token", "prometheus").out().strip();
    HttpResponse<String> metrics = get("/metrics", token);
    assertThat(metrics.statusCode()).as(metrics.body()).isEqualTo(200);
    assertThat(metrics.body()).contains("kubelet_running_pods");
    HttpResponse<String> pods = get("/pods", token);
    assertThat(pods.statusCode()).isEqualTo(403);
    assertThat(pods.body())
        .isEqualTo(
            "Forbidden (user=system:serviceaccount:default:prometheus, verb=get, resource=nodes,"
                + " subresource(s)=[pods proxy])\n");
    assertThat(get("/exec/default/p/c?command=id", token).statusCode()).isEqualTo(403);
  }

  @Test
  void strangersGetNoFurther() throws Exception {
    for (String token : new String[] {"", "made-up", "a.b.c"}) {
      HttpResponse<String> answer = get("/metrics", token);
      assertThat(answer.statusCode()).as(token).isEqualTo(401);
      assertThat(answer.body()).isEqualTo("Unauthorized");
    }
  }
}

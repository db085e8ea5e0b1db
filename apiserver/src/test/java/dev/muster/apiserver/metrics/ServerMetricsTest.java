package dev.muster.apiserver.metrics;

import static dev.muster.apiserver.controllers.LiveCluster.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.apiserver.controllers.LiveCluster;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ServerMetricsTest {
  private static final String MAPS = "/api/v1/namespaces/default/configmaps";

  private LiveCluster cluster;

  @BeforeAll
  void start(@TempDir Path directory) throws IOException {
    cluster = new LiveCluster(directory);
  }

  @AfterAll
  void stop() {
    cluster.close();
  }

  private List<String> page() {
    return cluster.text("/metrics").lines().toList();
  }

  private static String requests(String code, String dryRun, String scope, String verb) {
    return ("apiserver_request_total{code=\"%s\",component=\"apiserver\",dry_run=\"%s\",group=\"\","
            + "resource=\"configmaps\",scope=\"%s\",subresource=\"\",verb=\"%s\",version=\"v1\"} ")
        .formatted(code, dryRun, scope, verb);
  }

  @Test
  void requestsAreCountedByWhatTheyAskAndWhatTheyGet() {
    String map = object("v1", "ConfigMap", "counted", "", "");
    assertThat(cluster.send("POST", MAPS + "?dryRun=All", map).statusCode()).isEqualTo(201);
    assertThat(cluster.send("POST", MAPS, map).statusCode()).isEqualTo(201);
    assertThat(cluster.send("POST", MAPS, map).statusCode()).isEqualTo(409);
    assertThat(cluster.send("PUT", MAPS + "/counted", map).statusCode()).isEqualTo(200);
    assertThat(cluster.send("DELETE", MAPS + "/counted", "").statusCode()).isEqualTo(200);
    assertThat(cluster.send("GET", MAPS + "/counted", "").statusCode()).isEqualTo(404);
    assertThat(cluster.send("GET", MAPS + "/counted", "").statusCode()).isEqualTo(404);
    assertThat(page())
        .contains(
            requests("201", "All", "resource", "POST") + 1,
            requests("201", "", "resource", "POST") + 1,
            requests("409", "", "resource", "POST") + 1,
            requests("200", "", "resource", "PUT") + 1,
            requests("200", "", "resource", "DELETE") + 1,
            requests("404", "", "resource", "GET") + 2);
  }

  @Test
  void watchesAreCountedWithTheirEvents() {
    String secrets = "/api/v1/namespaces/default/secrets";
    JsonNode unused = cluster.ask("POST", secrets, object("v1", "Secret", "watched", "", ""));
    HttpResponse<String> watch = cluster.send("GET", secrets + "?watch=true&timeoutSeconds=1", "");
    assertThat(watch.body().lines()).hasSize(1);
    String labels = "{group=\"\",resource=\"secrets\",version=\"v1\"";
    assertThat(page())
        .contains(
            "apiserver_watch_events_total" + labels + "} 1",
            "apiserver_watch_events_sizes_bucket" + labels + ",le=\"1024\"} 1",
            "apiserver_watch_events_sizes_count" + labels + "} 1",
            "apiserver_watch_events_sizes_sum" + labels + "} " + watch.body().length(),
            "apiserver_longrunning_requests{component=\"apiserver\",group=\"\",resource=\"secrets\","
                + "scope=\"namespace\",subresource=\"\",verb=\"WATCH\",version=\"v1\"} 0");
  }

  @Test
  void durationsAndSizesAreHistograms() {
    JsonNode list = cluster.get("/api/v1/namespaces");
    assertThat(list.path("items")).hasSize(4);
    List<String> page = page();
    assertThat(page)
        .contains(
            "# TYPE apiserver_request_duration_seconds histogram",
            "apiserver_request_duration_seconds_count{component=\"apiserver\",dry_run=\"\","
                + "group=\"\",resource=\"namespaces\",scope=\"cluster\",subresource=\"\","
                + "verb=\"LIST\",version=\"v1\"} 1",
            "apiserver_response_sizes_bucket{component=\"apiserver\",group=\"\","
                + "resource=\"namespaces\",scope=\"cluster\",subresource=\"\",verb=\"LIST\","
                + "version=\"v1\",le=\"1e+06\"} 1")
        .contains("apiserver_storage_objects{resource=\"namespaces\"} 4")
        .contains("apiserver_storage_objects{resource=\"deployments.apps\"} 0");
  }

  /** The request for the page itself is the one that is under way. */
  @Test
  void requestsUnderWayAreCounted() {
    assertThat(page())
        .contains(
            "apiserver_current_inflight_requests{request_kind=\"mutating\"} 0",
            "apiserver_current_inflight_requests{request_kind=\"readOnly\"} 1");
  }

  @Test
  void whatNobodyServesDoesNotMakeNewLabels() {
    cluster.text("/apis/made.up/v1/things");
    cluster.text("/made/up");
    cluster.text("/api/v1/namespaces/default/configmaps/x/madeup");
    assertThat(cluster.text("/metrics"))
        .doesNotContain("made.up")
        .doesNotContain("made")
        .doesNotContain("things");
  }

  @Test
  void accessWritesAndTheProcessAreThere() {
    assertThat(cluster.text("/metrics"))
        .contains(
            "authentication_attempts{result=\"success\"} ",
            "authenticated_user_requests{username=\"other\"} ",
            "authorization_attempts_total{result=\"allowed\"} ",
            "etcd_request_duration_seconds_count{operation=\"create\",resource=\"namespaces\"} 4",
            "apiserver_admission_controller_admission_duration_seconds_count{"
                + "name=\"NamespaceLifecycle\",operation=\"CREATE\",rejected=\"false\",type=\"admit\"} ",
            "apiserver_audit_event_total 0",
            "process_open_fds ",
            "process_cpu_seconds_total ",
            "jvm_memory_used_bytes{area=\"heap\"} ");
  }

  @Test
  void everyLineIsWellFormed() {
    assertThat(page())
        .allMatch(
            line ->
                line.matches("# (HELP|TYPE) [a-z_]+ .+")
                    || line.matches(
                        "[a-z_]+(\\{[a-z_]+=\"[^\"]*\"(,[a-z_]+=\"[^\"]*\")*})? [-+0-9.Ee]+"));
  }
}

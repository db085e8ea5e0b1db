package dev.muster.cli.audit;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.client.kubeconfig.RemoteServer;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code muster audit pods}: who would not be let in again. */
@Command(
    name = "pods",
    mixinStandardHelpOptions = true,
    description = {
      "Lists running pods that would be refused if they were created today.",
      "Each is sent to the server once more as a dry run, by the user of the kubeconfig."
    },
    footer = {"", "Example:", "  muster audit pods -n default --kubeconfig admin.kubeconfig"})
final class AuditPodsCommand implements Callable<Integer> {
  @Mixin private final ClusterFlags cluster = new ClusterFlags();

  @Override
  public Integer call() throws Exception {
    Table table = new Table("NAMESPACE", "POD", "REFUSED BECAUSE");
    try (RemoteServer server = cluster.open()) {
      for (JsonNode pod : cluster.livePods(server)) {
        JsonNode answer =
            ClusterFlags.post(server, Readmission.path(pod), Readmission.request(pod));
        if (answer.path("kind").asText().equals("Status")) {
          table.add(
              List.of(
                  pod.path("metadata").path("namespace").asText(),
                  pod.path("metadata").path("name").asText(),
                  answer.path("message").asText()));
        }
      }
    }
    table.print("Every running pod would be admitted today.");
    return 0;
  }
}

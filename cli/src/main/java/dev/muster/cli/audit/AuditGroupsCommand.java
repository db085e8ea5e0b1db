package dev.muster.cli.audit;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.client.kubeconfig.RemoteServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code muster audit groups}: who would lose groups under Strict. */
@Command(
    name = "groups",
    mixinStandardHelpOptions = true,
    description = {
      "Lists running containers whose processes have groups that came only from their image.",
      "Under supplementalGroupsPolicy Strict they would lose them."
    },
    footer = {"", "Example:", "  muster audit groups --kubeconfig admin.kubeconfig"})
final class AuditGroupsCommand implements Callable<Integer> {
  @Mixin private final ClusterFlags cluster = new ClusterFlags();

  @Override
  public Integer call() throws Exception {
    Table table = new Table("NAMESPACE", "POD", "CONTAINER", "GROUPS FROM THE IMAGE");
    int silent = 0;
    try (RemoteServer server = cluster.open()) {
      for (JsonNode pod : cluster.livePods(server)) {
        silent += ImageOnlyGroups.silent(pod);
        for (ImageOnlyGroups found : ImageOnlyGroups.of(pod)) {
          List<String> row = new ArrayList<>();
          row.add(pod.path("metadata").path("namespace").asText());
          row.add(pod.path("metadata").path("name").asText());
          row.add(found.container());
          row.add(found.groups().stream().map(String::valueOf).collect(Collectors.joining(",")));
          table.add(row);
        }
      }
    }
    table.print("No running container has groups that came only from its image.");
    if (silent > 0) {
      System.out.println(silent + " running containers do not report their user.");
    }
    return 0;
  }
}

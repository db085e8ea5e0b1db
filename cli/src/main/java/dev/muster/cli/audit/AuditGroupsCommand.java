package dev.muster.cli.audit;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.cli.kubeconfig.ClusterApi;
import dev.muster.views.CoreV1.Pod;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code muster audit groups}: who would lose groups under Strict. */
@Command(
    name = "groups",
    mixinStandardHelpOptions = true,
    description = {
      "Lists running containers whose processes have groups that came only from their image.",
      "Under supplementalGroupsPolicy Strict they would lose them. Exits 3 if there are any."
    },
    footer = {"", "Example:", "  muster audit groups --kubeconfig admin.kubeconfig"})
final class AuditGroupsCommand implements Callable<Integer> {
  @Mixin private final ClusterFlags cluster = new ClusterFlags();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    Findings found =
        new Findings(
            List.of("NAMESPACE", "POD", "CONTAINER", "GROUPS FROM THE IMAGE"),
            List.of("namespace", "pod", "container", "groups"));
    int silent = 0;
    try (ClusterApi api = cluster.open()) {
      for (JsonNode pod : cluster.livePods(api)) {
        silent += ImageOnlyGroups.silent(pod);
        for (ImageOnlyGroups only : ImageOnlyGroups.of(pod)) {
          found.add(
              List.of(
                  Pod.of(pod).namespace(),
                  Pod.of(pod).name(),
                  only.container(),
                  only.groups().stream().map(String::valueOf).collect(Collectors.joining(","))));
        }
      }
    }
    int code =
        found.print(
            cluster.format,
            "No running container has groups that came only from its image.",
            spec.commandLine().getOut());
    if (silent > 0) {
      spec.commandLine().getErr().println(silent + " running containers do not report their user.");
    }
    return code;
  }
}

package dev.muster.cli.audit;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.cli.kubeconfig.ClusterApi;
import dev.muster.cli.kubeconfig.RefusedException;
import dev.muster.views.CoreV1.Pod;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code muster audit pods}: who would not be let in again. */
@Command(
    name = "pods",
    mixinStandardHelpOptions = true,
    description = {
      "Lists running pods that would be refused if they were created today.",
      "Each is sent to the server once more as a dry run, by the user of the kubeconfig. Exits 3 if"
          + " there are any."
    },
    footer = {"", "Example:", "  muster audit pods -n default --kubeconfig admin.kubeconfig"})
final class AuditPodsCommand implements Callable<Integer> {
  @Mixin private final ClusterFlags cluster = new ClusterFlags();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    Findings found =
        new Findings(
            List.of("NAMESPACE", "POD", "REFUSED BECAUSE"), List.of("namespace", "pod", "reason"));
    try (ClusterApi api = cluster.open()) {
      for (JsonNode pod : cluster.livePods(api)) {
        refusal(api, pod)
            .ifPresent(
                reason -> found.add(List.of(Pod.of(pod).namespace(), Pod.of(pod).name(), reason)));
      }
    }
    return found.print(
        cluster.format, "Every running pod would be admitted today.", spec.commandLine().getOut());
  }

  private static Optional<String> refusal(ClusterApi api, JsonNode pod)
      throws IOException, InterruptedException {
    try {
      api.post(Readmission.path(pod), Readmission.request(pod));
      return Optional.empty();
    } catch (RefusedException e) {
      return Optional.of(e.sentence());
    }
  }
}

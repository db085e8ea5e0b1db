package dev.muster.cli.audit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.cli.kubeconfig.ClusterApi;
import dev.muster.cli.kubeconfig.KubeconfigFlag;
import dev.muster.cli.kubeconfig.RefusedException;
import dev.muster.cli.output.Format;
import dev.muster.client.kubeconfig.ClientConfig;
import dev.muster.views.CoreV1;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which cluster is asked, and about which of its pods. */
final class ClusterFlags {
  @Mixin private KubeconfigFlag cluster = new KubeconfigFlag();

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NAMESPACE",
      description = "only this one's pods; all namespaces' if not given")
  private @Nullable String namespace;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "table, json or yaml (default: ${DEFAULT-VALUE}).")
  Format format = Format.table;

  ClusterApi open() {
    return new ClusterApi(ClientConfig.read(cluster.file()));
  }

  /**
   * The pods whose containers run or are to run.
   *
   * @throws RefusedException if there is no such namespace, or the pods may not be seen
   */
  List<JsonNode> livePods(ClusterApi api) throws IOException, InterruptedException {
    String path = "/api/v1/pods";
    if (namespace != null) {
      String home = "/api/v1/namespaces/" + namespace;
      api.get(home);
      path = home + "/pods";
    }
    List<JsonNode> pods = new ArrayList<>();
    for (JsonNode pod : api.list(path)) {
      if (pod instanceof ObjectNode tree && !CoreV1.Pod.of(tree).isFinished()) {
        pods.add(pod);
      }
    }
    return pods;
  }
}

package dev.muster.node.containers;

import dev.muster.views.CoreV1.HostAlias;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.ViewList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The {@code /etc/hosts} that all containers of a pod share. */
public final class HostsFile {
  private static final String HEADER = "# Kubernetes-managed hosts file.\n";
  private static final String ON_HOST = "# Kubernetes-managed hosts file (host network).\n";

  private HostsFile() {}

  /**
   * @param nodeHosts the node's own file, for pods on the host's network
   */
  static String content(Pod pod, Hostname hostname, List<String> podIps, Path nodeHosts)
      throws IOException {
    StringBuilder out = new StringBuilder(pod.hostNetwork() ? ON_HOST : HEADER);
    if (pod.hostNetwork()) {
      out.append(Files.exists(nodeHosts) ? Files.readString(nodeHosts) : "");
    } else {
      out.append(
          """
          127.0.0.1\tlocalhost
          ::1\tlocalhost ip6-localhost ip6-loopback
          fe00::0\tip6-localnet
          fe00::0\tip6-mcastprefix
          fe00::1\tip6-allnodes
          fe00::2\tip6-allrouters
          """);
      for (String ip : podIps) {
        String name = hostname.name().split("\\.", 2)[0];
        out.append(ip).append('\t');
        if (!hostname.domain().isEmpty()) {
          out.append(name).append('.').append(hostname.domain()).append('\t');
        }
        out.append(name).append('\n');
      }
    }
    ViewList<HostAlias> aliases = pod.spec().hostAliases();
    if (!aliases.isEmpty()) {
      out.append("\n# Entries added by HostAliases.\n");
      for (HostAlias alias : aliases) {
        out.append(alias.ip().text())
            .append('\t')
            .append(String.join("\t", alias.hostnames().texts()))
            .append('\n');
      }
    }
    return out.toString();
  }
}

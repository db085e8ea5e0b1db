package dev.muster.node.containers;

import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1.Pod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.UUID;

/**
 * Containers' files in their pods' directories.
 *
 * @param nodeHosts the node's own {@code /etc/hosts}, for pods on its network
 */
public record ContainerFilesOnDisk(PodPaths paths, Path nodeHosts) implements ContainerFiles {
  @Override
  public Path hosts(Pod pod, Hostname hostname, List<String> podIps) throws IOException {
    Path hosts = paths.hosts(pod);
    Files.createDirectories(hosts.getParent());
    String content = HostsFile.content(pod, hostname, podIps, nodeHosts);
    if (!Files.exists(hosts) || !Files.readString(hosts).equals(content)) {
      Files.writeString(hosts, content);
    }
    return hosts;
  }

  @Override
  public Path lastWords(Pod pod, ContainerSpec container) throws IOException {
    Path messages = paths.messages(pod, container.name());
    Files.createDirectories(messages);
    Path message = messages.resolve(UUID.randomUUID().toString().substring(0, 8));
    Files.createFile(message);
    Files.setPosixFilePermissions(message, PosixFilePermissions.fromString("rw-rw-rw-"));
    return message;
  }
}

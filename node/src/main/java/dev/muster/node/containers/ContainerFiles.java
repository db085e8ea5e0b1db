package dev.muster.node.containers;

import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1.Pod;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The files that a container has beside its volumes. */
public interface ContainerFiles {
  /** What it sees as {@code /etc/hosts}. */
  Path hosts(Pod pod, Hostname hostname, List<String> podIps) throws IOException;

  /** Where it may leave its last words: a file of its own each time. */
  Path lastWords(Pod pod, ContainerSpec container) throws IOException;
}

package dev.muster.junit;

import dev.muster.apiserver.server.ApiServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The cluster of a test class: what a client needs to reach it, as whoever it wants to be. */
public final class MusterCluster {
  private final ApiServer server;

  MusterCluster(ApiServer server) {
    this.server = server;
  }

  /** Where it serves, with {@code https}. */
  public String url() {
    return server.url();
  }

  /** The administrator's kubeconfig, a file for {@code kubectl --kubeconfig}. */
  public Path kubeconfigFile() {
    return server.kubeconfig();
  }

  /** The administrator's kubeconfig, as text for a client library. */
  public String kubeconfig() {
    try {
      return Files.readString(server.kubeconfig());
    } catch (IOException e) {
      throw new IllegalStateException("the administrator's kubeconfig cannot be read", e);
    }
  }

  /** A kubeconfig of a user with no more rights than its bindings give. */
  public String kubeconfigOf(String user, String... groups) {
    return server.kubeconfigFor(user, List.of(groups));
  }
}

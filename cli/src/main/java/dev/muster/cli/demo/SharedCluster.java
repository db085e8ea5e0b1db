package dev.muster.cli.demo;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** One cluster with a node for all stories that need one; started by the first. */
final class SharedCluster implements AutoCloseable {
  private final Path directory;
  private @Nullable DemoServer started;

  SharedCluster(Path directory) {
    this.directory = directory;
  }

  /** A running one. Fails each time if pods cannot run here. */
  DemoServer get() throws IOException, InterruptedException {
    DemoServer server = started;
    if (server == null) {
      server = DemoServer.startWithNode(directory);
      started = server;
    }
    if (server.problem().isPresent()) {
      throw new IOException("pods cannot run here", server.problem().get());
    }
    return server;
  }

  @Override
  public void close() {
    if (started != null) {
      started.close();
    }
  }
}

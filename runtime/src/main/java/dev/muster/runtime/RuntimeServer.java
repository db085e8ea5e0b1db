package dev.muster.runtime;

import dev.muster.cri.CriServer;
import dev.muster.runtime.images.ImageStore;
import dev.muster.runtime.images.OverlaySnapshots;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A runtime on a directory of images, served on a unix socket. Closing it ends the service and
 * leaves containers running.
 */
public final class RuntimeServer implements AutoCloseable {
  private final ContainerRuntime runtime;
  private final CriServer server;

  private RuntimeServer(ContainerRuntime runtime, CriServer server) {
    this.runtime = runtime;
    this.server = server;
  }

  public static RuntimeServer start(RuntimeOptions options, Path images, Path socket)
      throws IOException {
    ImageStore store = ImageStore.open(images);
    ContainerRuntime runtime =
        ContainerRuntime.start(options, store::find, new OverlaySnapshots(store));
    try {
      return new RuntimeServer(runtime, CriServer.start(socket, List.of(runtime.service())));
    } catch (IOException | RuntimeException failed) {
      runtime.close();
      throw failed;
    }
  }

  /** Where it listens. */
  public Path socket() {
    return server.socket();
  }

  @Override
  public void close() throws IOException {
    server.close();
    runtime.close();
  }
}

package dev.muster.runtime;

import dev.muster.base.Closing;
import dev.muster.cri.CriServer;
import dev.muster.runtime.images.ImagePuller;
import dev.muster.runtime.images.ImageStore;
import dev.muster.runtime.images.OverlaySnapshots;
import dev.muster.runtime.imageservice.CriImageService;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A runtime and its images, served on a unix socket. No other runtime may have the same directory
 * or the same images. Closing it ends the service and leaves containers running.
 */
public final class RuntimeServer implements AutoCloseable {
  private final Closing parts;
  private final CriServer server;

  private RuntimeServer(Closing parts, CriServer server) {
    this.parts = parts;
    this.server = server;
  }

  /** Starts; returns when clients can connect. */
  public static RuntimeServer start(RuntimeOptions options, ImageStore images, Path socket)
      throws IOException {
    Closing parts = new Closing();
    try {
      // INVARIANT: whoever recovers snapshots removes those it does not know
      parts.add(DirectoryClaim.of(images.root(), "images"));
      OverlaySnapshots snapshots = new OverlaySnapshots(images);
      ImagePuller puller = parts.add(new ImagePuller(images, options.registries()));
      ContainerRuntime runtime =
          parts.add(ContainerRuntime.start(options, images::find, snapshots));
      CriImageService service = new CriImageService(images, snapshots, puller);
      CriServer server = parts.add(CriServer.start(socket, List.of(runtime.service(), service)));
      return new RuntimeServer(parts, server);
    } catch (IOException | RuntimeException failed) {
      parts.close();
      throw failed;
    }
  }

  /** Where it listens. */
  public Path socket() {
    return server.socket();
  }

  @Override
  public void close() throws IOException {
    parts.close();
  }
}

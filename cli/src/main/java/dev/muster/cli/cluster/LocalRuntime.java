package dev.muster.cli.cluster;

import dev.muster.runtime.RuntimeServer;
import dev.muster.runtime.hosttools.HostTools;
import dev.muster.runtime.images.Image;
import dev.muster.runtime.images.ImageStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Our own container runtime in this process, with an image to begin with. */
final class LocalRuntime implements AutoCloseable {
  private final RuntimeServer server;

  private LocalRuntime(RuntimeServer server) {
    this.server = server;
  }

  /** Starts below a data folder; what an earlier one left running there goes on. */
  static LocalRuntime start(Path data, RuntimeFlags ownRuntime) throws IOException {
    ImageStore images = ImageStore.open(data.resolve("images"));
    Optional<Image> tools = images.find(HostTools.NAME);
    // nobody could pull it again
    images.pin(tools.isPresent() ? tools.get() : HostTools.build(images), true);
    Path root = data.resolve("runtime");
    return new LocalRuntime(
        RuntimeServer.start(ownRuntime.options(root), images, root.resolve("cri.sock")));
  }

  Path socket() {
    return server.socket();
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}

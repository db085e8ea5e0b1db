package dev.muster.apiserver.running;

import dev.muster.testing.HostCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A server that all tests of one class share, started before the first and ended after the last:
 * {@code @RegisterExtension static final ServerOfTheClass SERVER = ServerOfTheClass.alone();}
 */
public final class ServerOfTheClass implements BeforeAllCallback, AfterAllCallback {
  private @Nullable Path directory;
  private @Nullable RunningServer server;

  private ServerOfTheClass() {}

  /** As {@link RunningServer#alone}. */
  public static ServerOfTheClass alone() {
    return new ServerOfTheClass();
  }

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    directory = Files.createTempDirectory("muster-server");
    server = RunningServer.alone(directory);
  }

  /** The server itself, while tests run. */
  public RunningServer running() {
    return Objects.requireNonNull(server, "no test runs");
  }

  /** The administrator's client. */
  public Client client() {
    return running().client();
  }

  @Override
  public void afterAll(ExtensionContext context) {
    if (server != null) {
      server.close();
    }
    if (directory != null) {
      HostCommand.run("rm", "-rf", directory.toString());
    }
  }
}

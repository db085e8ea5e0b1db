package dev.muster.junit;

import dev.muster.apiserver.server.ApiServer;
import dev.muster.apiserver.server.Background;
import dev.muster.apiserver.server.ServerConfig;
import dev.muster.controllers.ControllerList;
import dev.muster.controllers.RunningControllers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * One cluster for each test class, handed to test methods as a parameter of type {@link
 * MusterCluster}.
 *
 * <p>{@code @ExtendWith(MusterExtension.class)} gives the usual server: RBAC, the usual admission,
 * all controllers. A static field with {@code @RegisterExtension} may change that:
 *
 * <pre>{@code
 * @RegisterExtension
 * static final MusterExtension MUSTER =
 *     MusterExtension.with(config -> config.with(Authorization.by("AlwaysAllow")));
 * }</pre>
 *
 * <p>Works with JUnit 5.10 and newer, and with 6: nothing newer than 5.10's interfaces is used.
 */
public final class MusterExtension implements BeforeAllCallback, ParameterResolver {
  private static final Namespace NAMESPACE = Namespace.create(MusterExtension.class);

  private final UnaryOperator<ServerConfig> change;

  /** The usual server; {@link ExtendWith} calls this. */
  public MusterExtension() {
    this(UnaryOperator.identity());
  }

  private MusterExtension(UnaryOperator<ServerConfig> change) {
    this.change = change;
  }

  /** A server that differs from the usual one. */
  public static MusterExtension with(UnaryOperator<ServerConfig> change) {
    return new MusterExtension(change);
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    running(context);
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == MusterCluster.class;
  }

  @Override
  public MusterCluster resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return running(context).cluster;
  }

  /** The outermost context that asks owns the server; nested classes share it. */
  @SuppressWarnings("deprecation") // its successor is not in JUnit 5
  private Running running(ExtensionContext context) {
    return Objects.requireNonNull(
        context
            .getStore(NAMESPACE)
            .getOrComputeIfAbsent(Running.class, type -> Running.start(change), Running.class));
  }

  /** Closed by JUnit with its store; before 5.13 that holds for JUnit's own interface only. */
  @SuppressWarnings("deprecation")
  private static final class Running implements ExtensionContext.Store.CloseableResource {
    private final Path directory;
    private final ApiServer server;
    private final RunningControllers controllers;
    private final MusterCluster cluster;

    private Running(Path directory, ApiServer server, ServerConfig config) {
      this.directory = directory;
      this.server = server;
      this.controllers =
          RunningControllers.start(
              server.controllerConnections(), config.background().controllers(), Clock.systemUTC());
      this.cluster = new MusterCluster(server);
    }

    static Running start(UnaryOperator<ServerConfig> change) {
      try {
        Path directory = Files.createTempDirectory("muster");
        Background all = new Background(Set.of("*"), ControllerList.names(), Duration.ofHours(1));
        ServerConfig config = change.apply(ServerConfig.in(directory).onPort(0).with(all));
        return new Running(directory, ApiServer.start(config), config);
      } catch (IOException e) {
        throw new UncheckedIOException("the cluster of this test class cannot start", e);
      }
    }

    @Override
    public void close() throws IOException {
      controllers.close();
      server.close();
      try (Stream<Path> all = Files.walk(directory)) {
        for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }
}

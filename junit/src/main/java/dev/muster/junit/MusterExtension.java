package dev.muster.junit;

import dev.muster.apiserver.server.ApiServer;
import dev.muster.apiserver.server.Background;
import dev.muster.apiserver.server.ServerConfig;
import dev.muster.base.Closing;
import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ControllerConnections;
import dev.muster.controllers.ControllerList;
import dev.muster.controllers.RunningControllers;
import dev.muster.controllers.simulated.SimulatedNodes;
import dev.muster.scheduler.Scheduler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
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
  private final List<String> simulated;

  /** The usual server; {@link ExtendWith} calls this. */
  public MusterExtension() {
    this(UnaryOperator.identity(), List.of());
  }

  private MusterExtension(UnaryOperator<ServerConfig> change, List<String> simulated) {
    this.change = change;
    this.simulated = simulated;
  }

  /** A server that differs from the usual one. */
  public static MusterExtension with(UnaryOperator<ServerConfig> change) {
    return new MusterExtension(change, List.of());
  }

  /**
   * The same with a scheduler and nodes that only say that they run pods: those turn Running and
   * Ready at once. What is said of a pod can be changed by its annotations.
   */
  public MusterExtension simulatingNodes(String... names) {
    return new MusterExtension(change, List.of(names));
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
            .getOrComputeIfAbsent(
                Running.class, type -> Running.start(change, simulated), Running.class));
  }

  /** Closed by JUnit with its store; before 5.13 that holds for JUnit's own interface only. */
  @SuppressWarnings("deprecation")
  private static final class Running implements ExtensionContext.Store.CloseableResource {
    private final Path directory;
    private final Closing closing;
    private final MusterCluster cluster;

    private Running(Path directory, Closing closing, MusterCluster cluster) {
      this.directory = directory;
      this.closing = closing;
      this.cluster = cluster;
    }

    static Running start(UnaryOperator<ServerConfig> change, List<String> simulated) {
      try {
        Path directory = Files.createTempDirectory("muster");
        Background all = new Background(Set.of("*"), ControllerList.names(), Duration.ofHours(1));
        ServerConfig config = change.apply(ServerConfig.in(directory).onPort(0).with(all));
        return start(directory, simulated.isEmpty() ? config : config.admittingNodes(), simulated);
      } catch (IOException e) {
        throw new UncheckedIOException("the cluster of this test class cannot start", e);
      }
    }

    private static Running start(Path directory, ServerConfig config, List<String> simulated)
        throws IOException {
      Closing closing = new Closing();
      ApiServer server = closing.add(ApiServer.start(config));
      ControllerConnections connections = server.controllerConnections();
      Clock clock = Clock.systemUTC();
      closing.add(RunningControllers.start(connections, config.background().controllers(), clock));
      if (!simulated.isEmpty()) {
        closing.add(Scheduler.start(closing.add(new ApiClient(connections.scheduler())), clock));
        closing.add(SimulatedNodes.start(connections, simulated, clock));
      }
      return new Running(directory, closing, new MusterCluster(server));
    }

    @Override
    public void close() throws IOException {
      closing.close();
      try (Stream<Path> all = Files.walk(directory)) {
        for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }
}

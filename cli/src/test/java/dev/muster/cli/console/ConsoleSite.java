package dev.muster.cli.console;

import dev.muster.apiserver.server.ApiServer;
import dev.muster.apiserver.server.ServerConfig;
import dev.muster.base.Closing;
import dev.muster.client.kubeconfig.ClientConfig;
import dev.muster.model.scheme.RuntimeConfig;
import dev.muster.testing.kubectl.Kubectl;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/** A server and its console, a browser that looks at it, and kubectl beside it. */
final class ConsoleSite implements AutoCloseable {
  final ApiServer server;
  final Kubectl kubectl;
  final Browser browser;
  private final Supplier<String> links;
  private final Closing parts;

  private ConsoleSite(ApiServer server, Supplier<String> links, Path directory, Closing parts) {
    this.server = server;
    this.kubectl = Kubectl.on(server.kubeconfig(), directory);
    this.links = links;
    this.parts = parts;
    this.browser = parts.add(new Browser());
  }

  /** The server's own console. */
  static ConsoleSite start(Path directory) throws IOException {
    Closing parts = new Closing();
    ServerConfig config = config(directory);
    ApiServer server = parts.add(ApiServer.start(config.with(config.serving().withConsole(true))));
    return new ConsoleSite(server, () -> server.newConsoleLink().orElseThrow(), directory, parts);
  }

  /** {@code muster console}, beside a server that knows nothing of it. */
  static ConsoleSite local(Path directory) throws IOException, InterruptedException {
    Closing parts = new Closing();
    RuntimeConfig others =
        RuntimeConfig.parse(List.of("access.muster.dev/v1=false", "policy/v1beta1=false"));
    ApiServer server = parts.add(ApiServer.start(config(directory).with(others)));
    ClientConfig cluster = ClientConfig.read(server.kubeconfig());
    LocalConsole console = parts.add(LocalConsole.start(ClusterRequests.to(cluster), 0));
    return new ConsoleSite(server, console::newLink, directory, parts);
  }

  private static ServerConfig config(Path directory) {
    return ServerConfig.in(directory.resolve("data")).onPort(0);
  }

  /** Where the page of the server is, followed by what stands behind the #. */
  String address(String hash) {
    return server.url() + "/console/" + hash;
  }

  String link() {
    return links.get();
  }

  void signIn() {
    browser.open(link());
    browser.see("kubernetes-admin", "Sign out");
  }

  @Override
  public void close() {
    parts.close();
  }
}

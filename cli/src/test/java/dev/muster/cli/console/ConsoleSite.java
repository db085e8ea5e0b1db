package dev.muster.cli.console;

import dev.muster.apiserver.server.ApiServer;
import dev.muster.apiserver.server.ServerConfig;
import dev.muster.testing.kubectl.Kubectl;
import java.io.IOException;
import java.nio.file.Path;

/** A server with a console, a browser that looks at it, and kubectl beside it. */
final class ConsoleSite implements AutoCloseable {
  final ApiServer server;
  final Kubectl kubectl;
  final Browser browser;

  private ConsoleSite(ApiServer server, Path directory) {
    this.server = server;
    this.kubectl = Kubectl.on(server.kubeconfig(), directory);
    this.browser = new Browser();
  }

  static ConsoleSite start(Path directory) throws IOException {
    ServerConfig config = ServerConfig.in(directory.resolve("data")).onPort(0);
    return new ConsoleSite(
        ApiServer.start(config.with(config.serving().withConsole(true))), directory);
  }

  /** Where the page is, followed by what stands behind the #. */
  String address(String hash) {
    return server.url() + "/console/" + hash;
  }

  String link() {
    return server.newConsoleLink().orElseThrow();
  }

  void signIn() {
    browser.open(link());
    browser.see("Sign out");
  }

  @Override
  public void close() {
    browser.close();
    server.close();
  }
}

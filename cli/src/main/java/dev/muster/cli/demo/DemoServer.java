package dev.muster.cli.demo;

import dev.muster.apiserver.kubeconfig.ClientConfig;
import dev.muster.apiserver.kubeconfig.RemoteServer;
import dev.muster.apiserver.server.ApiServer;
import dev.muster.apiserver.server.Background;
import dev.muster.apiserver.server.ServerConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/** A throw-away API server, and people who ask it. */
final class DemoServer implements AutoCloseable {
  private final Path directory;
  private final ApiServer server;
  private final Deque<Person> people = new ArrayDeque<>();

  private DemoServer(Path directory, ApiServer server) {
    this.directory = directory;
    this.server = server;
  }

  static DemoServer start(Path directory, UnaryOperator<ServerConfig> change) throws IOException {
    Files.createDirectories(directory);
    ServerConfig config =
        ServerConfig.in(directory.resolve("data")).onPort(0).with(Background.of(Set.of("*")));
    return new DemoServer(directory, ApiServer.start(change.apply(config)));
  }

  ApiServer server() {
    return server;
  }

  Person admin() {
    return person("the administrator", server.kubeconfig());
  }

  /** Someone with a certificate for that name, and no other rights than are bound to it. */
  Person user(String name, String... groups) throws IOException {
    Path file = directory.resolve(name + ".kubeconfig");
    Files.writeString(file, server.kubeconfigFor(name, List.of(groups)));
    return person(name, file);
  }

  private Person person(String name, Path kubeconfig) {
    Person person = new Person(name, new RemoteServer(ClientConfig.read(kubeconfig)));
    people.push(person);
    return person;
  }

  @Override
  public void close() {
    people.forEach(Person::close);
    server.close();
  }
}

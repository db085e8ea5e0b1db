package dev.muster.cli.demo;

import dev.muster.apiserver.server.ApiServer;
import dev.muster.apiserver.server.Background;
import dev.muster.apiserver.server.ServerConfig;
import dev.muster.cli.cluster.ContainerPrograms;
import dev.muster.cli.cluster.LocalCluster;
import dev.muster.cli.cluster.NodeFlags;
import dev.muster.cli.cluster.RuntimeFlags;
import dev.muster.client.kubeconfig.ClientConfig;
import dev.muster.client.kubeconfig.RemoteServer;
import dev.muster.runtime.images.ImageStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** A throw-away API server, and people who ask it. */
final class DemoServer implements AutoCloseable {
  private final Path directory;
  private final LocalCluster cluster;
  private final Deque<Person> people = new ArrayDeque<>();

  private DemoServer(Path directory, LocalCluster cluster) {
    this.directory = directory;
    this.cluster = cluster;
  }

  static DemoServer start(Path directory, UnaryOperator<ServerConfig> change) throws IOException {
    return new DemoServer(directory, LocalCluster.withoutNode(change.apply(config(directory))));
  }

  /** With a node on our own runtime, if pods can run here. */
  static DemoServer startWithNode(Path directory) throws IOException, InterruptedException {
    return new DemoServer(
        directory,
        LocalCluster.withNode(
            config(directory),
            NodeFlags.of("stage", "127.0.0.1"),
            new RuntimeFlags(),
            ContainerPrograms.ofThisMachine(),
            Optional.empty()));
  }

  private static ServerConfig config(Path directory) throws IOException {
    Files.createDirectories(directory);
    return ServerConfig.in(directory.resolve("data")).onPort(0).with(Background.of(Set.of("*")));
  }

  /** Why there is no node although there should be one. */
  Optional<Exception> problem() {
    return cluster.problem();
  }

  /** The images that pods can have. */
  ImageStore images() throws IOException {
    return ImageStore.open(directory.resolve("data/images"));
  }

  ApiServer server() {
    return cluster.server();
  }

  Person admin() {
    return person("the administrator", server().kubeconfig());
  }

  /** Someone with a certificate for that name, and no other rights than are bound to it. */
  Person user(String name, String... groups) throws IOException {
    Path file = directory.resolve(name + ".kubeconfig");
    Files.writeString(file, server().kubeconfigFor(name, List.of(groups)));
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
    cluster.stop(false);
  }
}

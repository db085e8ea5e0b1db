package dev.muster.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.apiserver.server.ApiServer;
import dev.muster.apiserver.server.ServerConfig;
import dev.muster.testing.EtcdProcess;
import dev.muster.testing.kubectl.Kubectl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Stores are looked at, saved and moved. */
class StoreCommandTest {
  @TempDir Path directory;

  private static int run(String... words) {
    return new CommandLine(new StoreCommand())
        .setExecutionExceptionHandler(
            (problem, command, parsed) -> {
              assertThat(problem).hasMessageNotContaining("\n");
              return 1;
            })
        .execute(words);
  }

  private ApiServer server(String name, EtcdFlags flags) throws IOException {
    return ApiServer.start(
        ServerConfig.in(Files.createDirectories(directory.resolve(name)))
            .onPort(0)
            .with(flags.config()));
  }

  private Kubectl on(ApiServer server) {
    return Kubectl.on(server.kubeconfig(), directory);
  }

  private static String version(Kubectl kubectl) {
    return kubectl.run("get", "cm", "x", "-o", "jsonpath={.metadata.resourceVersion}").ok();
  }

  @Test
  void aBackupOfARunningServerIsRestoredWithItsRevisions() throws Exception {
    Path backup = directory.resolve("backup.db");
    String version;
    try (ApiServer server = server("one", new EtcdFlags())) {
      on(server).run("create", "configmap", "x", "--from-literal=k=v").ok();
      version = version(on(server));
      assertThat(run("backup", directory.resolve("one").toString(), backup.toString())).isZero();
      on(server).run("delete", "configmap", "x").ok();
      assertThatThrownBy(() -> StoreCheckCommand.check(directory.resolve("one")))
          .hasMessageContaining("is in use by another process");
    }
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(backup)))
        .isEqualTo("rw-------");
    Path two = directory.resolve("two");
    assertThat(run("restore", backup.toString(), two.toString())).isZero();
    assertThat(StoreCheckCommand.check(two)).endsWith(": ok");
    assertThat(run("restore", backup.toString(), two.toString())).isNotZero();
    try (ApiServer server = server("two", new EtcdFlags())) {
      assertThat(version(on(server))).isEqualTo(version);
    }
  }

  @Test
  void whatIsNoBackupIsNotRestored() throws Exception {
    Path file = Files.writeString(directory.resolve("text"), "not a store");
    assertThat(run("restore", file.toString(), directory.resolve("new").toString())).isNotZero();
    assertThat(directory.resolve("new/store.db")).doesNotExist();
  }

  @Test
  void objectsMoveToEtcdAndBack() throws Exception {
    try (ApiServer server = server("one", new EtcdFlags())) {
      on(server).run("create", "configmap", "x", "--from-literal=k=v").ok();
    }
    try (EtcdProcess etcd = EtcdProcess.start()) {
      String one = "sqlite:" + directory.resolve("one");
      String there = "etcd:" + etcd.url();
      assertThat(run("copy", "--from", one, "--to", there)).isZero();
      assertThat(run("copy", "--from", one, "--to", there)).as("it is not empty").isNotZero();
      EtcdFlags flags = new EtcdFlags();
      flags.servers = List.of(etcd.url().toString());
      try (ApiServer server = server("two", flags)) {
        on(server).run("patch", "configmap", "x", "-p", "{\"data\":{\"k\":\"w\"}}").ok();
      }
      String back = "sqlite:" + directory.resolve("three");
      assertThat(run("copy", "--from", there, "--to", back)).isZero();
      try (ApiServer server = server("three", new EtcdFlags())) {
        assertThat(on(server).run("get", "cm", "x", "-o", "jsonpath={.data.k}").ok())
            .isEqualTo("w");
      }
      etcd.ctl("put", "/registry/configmaps/default/bad", "no object");
      String four = "sqlite:" + directory.resolve("four");
      assertThat(run("copy", "--from", there, "--to", four)).as("not all can be read").isNotZero();
    }
  }
}

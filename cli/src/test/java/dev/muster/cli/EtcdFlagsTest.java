package dev.muster.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.server.ServerConfig;
import dev.muster.apiserver.server.Storage;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.store.Store;
import dev.muster.store.UnreachableStoreException;
import dev.muster.testing.EtcdProcess;
import dev.muster.testing.HostCommand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The flags that say where the objects are kept. */
class EtcdFlagsTest {
  @TempDir Path directory;

  @Test
  void withoutServersTheStoreIsInTheServer() {
    assertThat(new EtcdFlags().config()).isEqualTo(Storage.embedded());
  }

  @ParameterizedTest
  @ValueSource(strings = {"ftp://h:1", "http://", "http://h:2379/path", "http://h h", ""})
  void whatIsNoUrlIsSaid(String server) {
    EtcdFlags flags = new EtcdFlags();
    flags.servers = List.of(server);
    assertThatIllegalArgumentException()
        .isThrownBy(flags::config)
        .withMessage(
            "--etcd-servers: \"" + server + "\" is not like http://host:2379 or https://host:2379");
  }

  @Test
  void aCertificateWithoutItsKeyIsSaid() {
    EtcdFlags flags = new EtcdFlags();
    flags.servers = List.of("https://127.0.0.1:2379");
    flags.certFile = directory.resolve("none");
    assertThatIllegalArgumentException()
        .isThrownBy(flags::config)
        .withMessage("--etcd-certfile and --etcd-keyfile belong together: give both or none");
  }

  @Test
  void anEtcdThatAsksForCertificatesIsShownOne() throws Exception {
    certificate("ca", "basicConstraints=critical,CA:TRUE");
    certificate("etcd", "subjectAltName=IP:127.0.0.1", "ca");
    certificate("client", "extendedKeyUsage=clientAuth", "ca");
    try (EtcdProcess etcd =
        EtcdProcess.secured(file("ca.crt"), file("etcd.crt"), file("etcd.key"))) {
      EtcdFlags flags = new EtcdFlags();
      flags.servers = List.of(etcd.url().toString());
      flags.caFile = file("ca.crt");
      assertThatExceptionOfType(UnreachableStoreException.class).isThrownBy(() -> open(flags));
      flags.certFile = file("client.crt");
      flags.keyFile = file("client.key");
      try (Store<StoredObject> store = open(flags)) {
        store.awaitLatest(Duration.ZERO);
        assertThat(store.snapshot().revision()).isEqualTo(1);
      }
    }
  }

  private Store<StoredObject> open(EtcdFlags flags) {
    return flags
        .config()
        .backend()
        .open(ServerConfig.in(directory), KubernetesKinds.kinds(), Optional.empty());
  }

  private Path file(String name) {
    return directory.resolve(name);
  }

  private void certificate(String name, String extension, String... signer) throws Exception {
    Files.writeString(file(name + ".ext"), extension + "\n");
    HostCommand.run(
        "openssl",
        "req",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-subj",
        "/CN=" + name,
        "-keyout",
        file(name + ".key").toString(),
        "-out",
        file(name + ".csr").toString());
    String by = signer.length == 0 ? "" : signer[0];
    List<String> sign =
        by.isEmpty()
            ? List.of("-signkey", file(name + ".key").toString())
            : List.of(
                "-CA",
                file(by + ".crt").toString(),
                "-CAkey",
                file(by + ".key").toString(),
                "-CAcreateserial");
    List<String> command =
        new ArrayList<>(
            List.of(
                "openssl",
                "x509",
                "-req",
                "-days",
                "1",
                "-in",
                file(name + ".csr").toString(),
                "-extfile",
                file(name + ".ext").toString(),
                "-out",
                file(name + ".crt").toString()));
    command.addAll(sign);
    HostCommand.run(command.toArray(String[]::new));
  }
}

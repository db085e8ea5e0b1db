package dev.muster.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.apiserver.server.ApiServer;
import dev.muster.apiserver.server.ServerConfig;
import dev.muster.testing.Await;
import dev.muster.testing.EtcdProcess;
import dev.muster.testing.kubectl.Kubectl;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is encrypted is nowhere on a disk as it is, and keys can be changed. */
class EncryptionAtRestTest {
  private static final String SECRET = "tell-nobody-4711";

  @TempDir Path directory;

  @Test
  void secretsInSqlite() throws Exception {
    Path data = directory.resolve("data");
    story(new EtcdFlags(), () -> contents(data), Optional.empty());
  }

  @Test
  void secretsInEtcd() throws Exception {
    try (EtcdProcess etcd = EtcdProcess.start()) {
      EtcdFlags flags = new EtcdFlags();
      flags.servers = List.of(etcd.url().toString());
      story(flags, () -> contents(etcd.data()), Optional.of(etcd));
    }
  }

  private interface Bytes {
    String read() throws IOException;
  }

  private void story(EtcdFlags flags, Bytes onDisk, Optional<EtcdProcess> etcd) throws Exception {
    flags.encryptionConfig = directory.resolve("encryption.yaml");
    flags.encryptionReload = true;
    configure("{aesgcm: {keys: [{name: first, secret: %s}]}}".formatted(key('1')));
    ServerConfig config = ServerConfig.in(directory.resolve("data")).onPort(0).with(flags.config());
    try (ApiServer server = ApiServer.start(config)) {
      Kubectl kubectl = Kubectl.on(server.kubeconfig(), directory);
      kubectl.run("create", "secret", "generic", "s", "--from-literal=k=" + SECRET).ok();
      kubectl.run("create", "configmap", "c", "--from-literal=k=open-to-all").ok();
      assertThat(onDisk.read())
          .contains("open-to-all", "k8s:enc:aesgcm:v1:first:")
          .doesNotContain(SECRET, base64(SECRET));
      etcd.ifPresent(
          e ->
              assertThat(e.ctl("get", "--print-value-only", "/registry/secrets/default/s"))
                  .startsWith("k8s:enc:aesgcm:v1:first:"));

      configure(
          "{secretbox: {keys: [{name: second, secret: %s}]}}, {aesgcm: {keys: [{name: first,"
                  .formatted(key('2'))
              + " secret: %s}]}}".formatted(key('1')));
      Await.until(
          "the new key writes",
          () -> {
            kubectl.run("delete", "secret", "probe", "--ignore-not-found").ok();
            kubectl.run("create", "secret", "generic", "probe").ok();
            return onDisk.read().contains("k8s:enc:secretbox:v1:second:");
          });
      String before = version(kubectl);
      rewrite(server);
      assertThat(version(kubectl)).as("it was written again").isNotEqualTo(before);
      String after = version(kubectl);
      rewrite(server);
      assertThat(version(kubectl)).as("once is enough").isEqualTo(after);

      configure("{secretbox: {keys: [{name: second, secret: %s}]}}".formatted(key('2')));
    }
    assertThat(onDisk.read()).doesNotContain(SECRET, base64(SECRET));
    if (etcd.isPresent()) {
      compact(etcd.get());
    } else {
      // history may be older than the last key
      configure(
          "{secretbox: {keys: [{name: second, secret: %s}]}}, {aesgcm: {keys: [{name: first,"
                  .formatted(key('2'))
              + " secret: %s}]}}".formatted(key('1')));
    }
    try (ApiServer again = ApiServer.start(config)) {
      Kubectl kubectl = Kubectl.on(again.kubeconfig(), directory);
      assertThat(kubectl.run("get", "secret", "s", "-o", "jsonpath={.data.k}").ok())
          .isEqualTo(base64(SECRET));
    }
  }

  @Test
  void aFileThatIsWrongEndsTheStart() throws Exception {
    EtcdFlags flags = new EtcdFlags();
    flags.encryptionConfig = directory.resolve("encryption.yaml");
    configure("{aescbc: {keys: [{name: a, secret: c2hvcnQ=}]}}");
    ServerConfig config = ServerConfig.in(directory.resolve("data")).onPort(0).with(flags.config());
    assertThatThrownBy(() -> ApiServer.start(config))
        .hasMessageContaining("secret is not of the expected length, got 5")
        .hasMessageNotContaining("c2hvcnQ=");
  }

  private static void compact(EtcdProcess etcd) {
    String status = etcd.ctl("endpoint", "status", "--write-out=json");
    etcd.ctl("compact", status.replaceAll("(?s).*\"revision\":([0-9]+).*", "$1"));
  }

  private void configure(String providers) throws IOException {
    String yaml =
        "{kind: EncryptionConfiguration, apiVersion: apiserver.config.k8s.io/v1, resources:"
            + " [{resources: [secrets], providers: ["
            + providers
            + ", {identity: {}}]}]}";
    Path next = Files.writeString(directory.resolve("next.yaml"), yaml);
    Files.move(next, directory.resolve("encryption.yaml"), StandardCopyOption.REPLACE_EXISTING);
  }

  private static void rewrite(ApiServer server) throws Exception {
    Process process =
        new ProcessBuilder(
                "sh",
                "-c",
                "kubectl --kubeconfig %s get secrets -A -o json | kubectl --kubeconfig %<s replace -f -"
                    .formatted(server.kubeconfig()))
            .redirectErrorStream(true)
            .start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(out).isZero();
  }

  private static String version(Kubectl kubectl) {
    return kubectl.run("get", "secret", "s", "-o", "jsonpath={.metadata.resourceVersion}").ok();
  }

  private static String key(char of) {
    return base64(Character.toString(of).repeat(32));
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The bytes of all files, as text. */
  private static String contents(Path of) throws IOException {
    StringBuilder all = new StringBuilder();
    try (Stream<Path> files = Files.walk(of)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        all.append(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
      }
    }
    return all.toString();
  }
}

package dev.muster.client.kubeconfig;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Whatever is in a file, it is a kubeconfig or a sentence about why it is none. */
class RandomKubeconfigsTest {
  private static final byte[] GOOD =
      """
      apiVersion: v1
      kind: Config
      clusters: [{name: c, cluster: {server: "https://a", insecure-skip-tls-verify: true}}]
      users: [{name: u, user: {token: t, client-certificate: /dev/null, client-key-data: AA==}}]
      contexts: [{name: x, context: {cluster: c, user: u, namespace: n}}]
      current-context: x
      """
          .getBytes(StandardCharsets.UTF_8);

  @Property(tries = 500)
  void anyBytes(@ForAll byte[] bytes) throws IOException {
    reads(bytes);
  }

  @Property(tries = 2000)
  void aKubeconfigWithAStretchReplaced(
      @ForAll @IntRange(max = 290) int at, @ForAll @IntRange(max = 20) int length, @ForAll byte by)
      throws IOException {
    byte[] bytes = GOOD.clone();
    for (int i = at; i < Math.min(bytes.length, at + length); i++) {
      bytes[i] = by;
    }
    reads(bytes);
  }

  private static void reads(byte[] bytes) throws IOException {
    Path file = Files.write(Files.createTempFile("kubeconfig", ""), bytes);
    try {
      assertThat(ClientConfig.read(file).server().getScheme()).isEqualTo("https");
    } catch (KubeconfigException e) {
      assertThat(e).hasMessageStartingWith(file.toString());
    } finally {
      Files.delete(file);
    }
  }
}

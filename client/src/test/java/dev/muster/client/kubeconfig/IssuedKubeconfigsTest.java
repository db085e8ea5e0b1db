package dev.muster.client.kubeconfig;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.pki.Pki;
import dev.muster.pki.PkiOptions;
import dev.muster.testing.SettableClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The administrator's kubeconfig, beside the certificates that it shows. */
class IssuedKubeconfigsTest {
  private static final String URL = "https://127.0.0.1:6443";

  @TempDir Path root;
  private final SettableClock clock = new SettableClock(Instant.parse("2026-05-01T12:00:00Z"));

  private Path data() {
    return root.resolve("deep/data");
  }

  private Path file() {
    return data().resolve("admin.kubeconfig");
  }

  private Pki write(String url) {
    Pki pki = Pki.open(PkiOptions.in(data()), clock);
    new IssuedKubeconfigs(pki, url).writeAdmin(data());
    return pki;
  }

  @Test
  void onlyTheOwnerMayReadIt() throws IOException {
    write(URL);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
  }

  @ParameterizedTest
  @CsvSource({"300,true", "336,false", "3640,false"})
  void itFollowsItsCertificates(int days, boolean same) throws IOException {
    write(URL);
    String before = Files.readString(file());
    clock.advance(Duration.ofDays(days));
    write(URL);
    assertThat(Files.readString(file()).equals(before)).isEqualTo(same);
  }

  @Test
  void itFollowsTheServerAndKeepsWhatTheUserAdded() throws IOException {
    Pki pki = write(URL);
    Files.writeString(file(), Files.readString(file()) + "preferences: {}\n");
    new IssuedKubeconfigs(pki, URL).writeAdmin(data());
    assertThat(file()).content().endsWith("preferences: {}\n");
    new IssuedKubeconfigs(pki, "https://127.0.0.1:7777").writeAdmin(data());
    assertThat(file()).content().contains("server: https://127.0.0.1:7777\n");
  }
}

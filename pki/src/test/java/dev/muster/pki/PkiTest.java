package dev.muster.pki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.testing.SettableClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PkiTest {
  @TempDir Path root;
  private final SettableClock clock = new SettableClock(Instant.parse("2026-05-01T12:00:00Z"));

  private Path data() {
    return root.resolve("deep/data");
  }

  private Pki open() {
    return open(PkiOptions.in(data()));
  }

  private Pki open(PkiOptions options) {
    return Pki.open(options, clock);
  }

  private Map<String, String> files() throws IOException {
    Map<String, String> files = new HashMap<>();
    try (Stream<Path> all = Files.walk(data())) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        files.put(data().relativize(file).toString(), Files.readString(file));
      }
    }
    return files;
  }

  private X509Certificate certificate(String name) throws IOException {
    Path file = data().resolve("pki/" + name);
    return Pem.certificates(Files.readString(file), file, "").getFirst();
  }

  private static Set<String> changed(Map<String, String> before, Map<String, String> after) {
    return after.entrySet().stream()
        .filter(file -> !file.getValue().equals(before.get(file.getKey())))
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  @Test
  void theFirstStartMakesEverything() throws IOException {
    open();
    assertThat(files())
        .containsOnlyKeys(
            "pki/ca.crt",
            "pki/ca.key",
            "pki/apiserver.crt",
            "pki/apiserver.key",
            "pki/admin.crt",
            "pki/admin.key",
            "pki/sa.key",
            "pki/sa.pub");
  }

  @Test
  void onlyTheOwnerMayReadIt() throws IOException {
    open();
    try (Stream<Path> all = Files.walk(root.resolve("deep"))) {
      assertThat(all)
          .allSatisfy(
              path ->
                  assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                      .as("%s", path)
                      .isEqualTo(Files.isDirectory(path) ? "rwx------" : "rw-------"));
    }
  }

  @Test
  void rightsOfOthersAreTakenAway() throws IOException {
    open();
    Path key = data().resolve("pki/ca.key");
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));
    open();
    assertThat(Files.getPosixFilePermissions(key))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }

  @Test
  void laterStartsChangeNothing() throws IOException {
    open();
    Map<String, String> before = files();
    clock.advance(Duration.ofDays(300));
    open();
    assertThat(files()).isEqualTo(before);
  }

  @Test
  void theCertificatesAreWhatClientsExpect() throws Exception {
    open();
    X509Certificate authority = certificate("ca.crt");
    X509Certificate serving = certificate("apiserver.crt");
    X509Certificate admin = certificate("admin.crt");
    assertThat(authority.getBasicConstraints()).isGreaterThan(0);
    assertThat(authority.getNotAfter().toInstant())
        .isEqualTo(clock.instant().plus(Duration.ofDays(3650)));
    serving.verify(authority.getPublicKey());
    admin.verify(authority.getPublicKey());
    assertThat(serving.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.1");
    assertThat(admin.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.2");
    assertThat(admin.getSubjectX500Principal().getName())
        .isEqualTo("CN=kubernetes-admin,O=system:masters");
    assertThat(serving.getSubjectAlternativeNames().stream().map(name -> name.get(1).toString()))
        .contains(
            "localhost",
            "127.0.0.1",
            "0:0:0:0:0:0:0:1",
            "kubernetes",
            "kubernetes.default",
            "kubernetes.default.svc",
            "kubernetes.default.svc.cluster.local",
            "10.96.0.1",
            Files.readString(Path.of("/proc/sys/kernel/hostname")).strip());
  }

  @Test
  void certificatesAboutToExpireAreRenewedForTheSameKeys() throws IOException {
    open();
    Map<String, String> before = files();
    clock.advance(Duration.ofDays(336));
    open();
    assertThat(changed(before, files()))
        .containsExactlyInAnyOrder("pki/apiserver.crt", "pki/admin.crt");
    assertThat(certificate("apiserver.crt").getNotAfter().toInstant())
        .isEqualTo(clock.instant().plus(Duration.ofDays(365)));
  }

  @Test
  void anAuthorityAboutToExpireIsRenewedAndItsCertificatesStayGood() throws Exception {
    open();
    Map<String, String> before = files();
    clock.advance(Duration.ofDays(3640));
    open();
    assertThat(changed(before, files()))
        .contains("pki/ca.crt")
        .doesNotContain("pki/ca.key", "pki/sa.key");
    Path old = root.resolve("old.crt");
    Files.writeString(old, before.get("pki/admin.crt"));
    Pem.certificates(Files.readString(old), old, "")
        .getFirst()
        .verify(certificate("ca.crt").getPublicKey());
  }

  @Test
  void newNamesOfTheServerGetACertificate() throws Exception {
    open();
    Map<String, String> before = files();
    PkiOptions named =
        new PkiOptions(
            data(), null, null, null, null, List.of(), List.of("api.example.org", "192.0.2.7"));
    open(named);
    assertThat(changed(before, files())).containsExactly("pki/apiserver.crt");
    assertThat(certificate("apiserver.crt").getSubjectAlternativeNames())
        .extracting(name -> name.get(1).toString())
        .contains("api.example.org", "192.0.2.7");
    Map<String, String> after = files();
    open(named);
    assertThat(files()).isEqualTo(after);
  }

  @Test
  void aRunningServerRenewsToo() throws IOException {
    Pki pki = open();
    Map<String, String> before = files();
    pki.renew();
    assertThat(files()).isEqualTo(before);
    clock.advance(Duration.ofDays(340));
    pki.renew();
    assertThat(changed(before, files())).contains("pki/apiserver.crt");
    assertThat(pki.admin().certificate()).isEqualTo(certificate("admin.crt"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ca.crt", "apiserver.crt", "admin.crt", "sa.pub"})
  void whatWasLeftUnfinishedIsFinished(String lost) throws IOException {
    open();
    Map<String, String> before = files();
    Files.delete(data().resolve("pki/" + lost));
    open();
    assertThat(files()).containsKey("pki/" + lost);
    assertThat(changed(before, files()))
        .filteredOn(name -> name.endsWith(".key"))
        .as("keys stay")
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "ca.crt,'{}/ca.crt: there is no certificate in PEM form; restore it, or delete {}/ca.crt and"
        + " {}/ca.key to have new ones made'",
    "apiserver.key,'{}/apiserver.key: there is no unencrypted private key in PEM form; restore it,"
        + " or delete {}/apiserver.crt and {}/apiserver.key to have new ones made'",
    "sa.key,'{}/sa.key: there is no unencrypted private key in PEM form; restore it, or delete it"
        + " to have a new one made; tokens signed before then die'",
  })
  void brokenFilesAreReportedAndKept(String name, String message) throws IOException {
    open();
    Path file = data().resolve("pki/" + name);
    Files.writeString(file, "garbage");
    Map<String, String> before = files();
    assertThatThrownBy(this::open)
        .isInstanceOf(PkiException.class)
        .hasMessage(message.replace("{}", data().resolve("pki").toString()));
    assertThat(files()).isEqualTo(before);
  }

  @Test
  void keysThatDoNotFitAreReported() throws IOException {
    open();
    Path pki = data().resolve("pki");
    Files.writeString(pki.resolve("apiserver.key"), Files.readString(pki.resolve("admin.key")));
    assertThatThrownBy(this::open)
        .isInstanceOf(PkiException.class)
        .hasMessageStartingWith(
            pki
                + "/apiserver.key: is not the key of the certificate in "
                + pki
                + "/apiserver.crt;");
  }

  @Test
  void aLostKeyIsReported() throws IOException {
    open();
    Path key = data().resolve("pki/ca.key");
    Files.delete(key);
    assertThatThrownBy(this::open)
        .isInstanceOf(PkiException.class)
        .hasMessageStartingWith(key + ": is missing, but its certificate is there;");
  }

  @Test
  void filesOfTheUserAreUsedAsTheyAre() throws IOException {
    Pki other = Pki.open(PkiOptions.in(root.resolve("other")), clock);
    Path theirs = root.resolve("other/pki");
    PkiOptions options =
        new PkiOptions(
            data(),
            theirs.resolve("apiserver.crt"),
            theirs.resolve("apiserver.key"),
            theirs.resolve("ca.crt"),
            theirs.resolve("sa.key"),
            List.of(theirs.resolve("sa.pub"), theirs.resolve("admin.crt")),
            List.of());
    Pki pki = open(options);
    assertThat(pki.trustedPem()).isEqualTo(Files.readString(theirs.resolve("apiserver.crt")));
    assertThat(pki.clientAuthorities())
        .containsExactly(certificate("ca.crt"), other.clientAuthorities().getFirst());
    assertThat(pki.serviceAccountKey().getPublic())
        .isEqualTo(other.serviceAccountKey().getPublic());
    assertThat(pki.serviceAccountKeys())
        .containsExactly(
            other.serviceAccountKey().getPublic(), other.admin().certificate().getPublicKey());
    assertThat(files()).doesNotContainKeys("pki/apiserver.crt", "pki/sa.key");
  }

  @Test
  void halfOfAPairIsNotEnough() {
    assertThatThrownBy(
            () ->
                new PkiOptions(data(), Path.of("tls.crt"), null, null, null, List.of(), List.of()))
        .hasMessage(
            "--tls-cert-file and --tls-private-key-file belong together: give both or none");
  }
}

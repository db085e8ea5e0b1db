package dev.muster.node.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.cri.v1.AuthConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a node keeps of its pulls, in the kubelet's files. */
class PullRecordsTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
  private static final ImageName NAME = ImageName.of("registry.example.org/team/app:1");
  private static final PullSecret ALICE = secret("1", "team", "alice", "good");

  @TempDir Path root;

  @SuppressWarnings("NullAway.Init")
  private PullRecords records;

  @BeforeEach
  void open() throws Exception {
    records = new PullRecords(root);
  }

  private static PullSecret secret(String uid, String namespace, String name, String password) {
    AuthConfig auth = AuthConfig.newBuilder().setUsername("u").setPassword(password).build();
    return PullCredential.of(uid, namespace, name, auth, "").proof();
  }

  private static ImageAccess by(PullSecret... secrets) {
    return ImageAccess.provenBy(List.of(secrets));
  }

  @Test
  void aRecordIsTheKubelets() throws Exception {
    records.proven("sha256:abc", NAME, by(ALICE), NOW);
    Path file;
    try (Stream<Path> files = Files.list(root.resolve("image_manager/pulled"))) {
      file = files.toList().getFirst();
    }
    assertThat(file.getFileName().toString())
        .isEqualTo("sha256-67e9bc3cfd2163c2978358dfe00d2f912cd4ee0c99f077c3583b39b48aebb124");
    assertThat(Files.readString(file))
        .isEqualTo(
            "{\"kind\":\"ImagePulledRecord\",\"apiVersion\":\"kubelet.config.k8s.io/v1beta1\","
                + "\"lastUpdatedTime\":\"2026-01-02T03:04:05Z\",\"imageRef\":\"sha256:abc\","
                + "\"credentialMapping\":{\"registry.example.org/team/app\":{\"kubernetesSecrets\":"
                + "[{\"uid\":\"1\",\"namespace\":\"team\",\"name\":\"alice\",\"credentialHash\":\""
                + ALICE.hash()
                + "\"}]}}}");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())))
        .isEqualTo("rwx------");
  }

  @Test
  void noRecordHasAPassword() {
    AuthConfig auth = AuthConfig.newBuilder().setUsername("u").setPassword("hunter2").build();
    assertThat(PullCredential.of("1", "team", "alice", auth, "").toString())
        .doesNotContain("hunter2");
  }

  /** Taken from a kubelet's way to make it: SHA-256 of the fields as Go writes JSON. */
  @Test
  void theHashIsOfTheFieldsInGosJson() {
    AuthConfig auth = AuthConfig.newBuilder().setUsername("a&b").setPassword("<p>").build();
    assertThat(PullCredential.of("1", "n", "s", auth, "e@x").proof().hash())
        .isEqualTo(
            sha256(
                "{\"username\":\"a\\u0026b\",\"password\":\"\\u003cp\\u003e\",\"email\":\"e@x\"}"));
  }

  private static String sha256(String text) {
    try {
      return java.util.HexFormat.of()
          .formatHex(
              java.security.MessageDigest.getInstance("SHA-256")
                  .digest(text.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
    } catch (java.security.NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aSecretThatSaysSomethingElseNowReplacesItself() throws Exception {
    PullSecret changed = secret("1", "team", "alice", "other");
    PullSecret bob = secret("2", "another", "bob", "good");
    records.proven("sha256:abc", NAME, by(ALICE), NOW);
    records.proven("sha256:abc", NAME, by(changed), NOW);
    records.proven("sha256:abc", NAME, by(bob), NOW);
    assertThat(records.pulled("sha256:abc").orElseThrow().access())
        .isEqualTo(Map.of(NAME.untagged(), by(bob, changed)));
  }

  @Test
  void whatWasGivenToAnybodyIsEverybodys() throws Exception {
    records.proven("sha256:abc", NAME, by(ALICE), NOW);
    records.proven("sha256:abc", NAME, by(), NOW);
    records.proven("sha256:abc", NAME, by(ALICE), NOW);
    assertThat(records.pulled("sha256:abc").orElseThrow().access())
        .isEqualTo(Map.of(NAME.untagged(), new ImageAccess.Everybody()));
  }

  @Test
  void anotherAgentFindsPullsThatNobodyEnded() throws Exception {
    records.begin("app:1");
    records.begin("app:2");
    records.end("app:2");
    PullRecords next = new PullRecords(root);
    assertThat(next.begun()).containsExactly("app:1");
    assertThat(next.isBegun("app:1")).isTrue();
    assertThat(next.isBegun("app:2")).isFalse();
  }

  @Test
  void anIntentStaysUntilTheLastPullOfTheImageHasEnded() throws Exception {
    records.begin("app:1");
    records.begin("app:1");
    records.end("app:1");
    assertThat(records.isBegun("app:1")).isTrue();
    records.end("app:1");
    assertThat(records.isBegun("app:1")).isFalse();
  }

  @Test
  void imagesThatAreGoneAreForgotten() throws Exception {
    records.proven("sha256:gone", NAME, by(ALICE), NOW.minusSeconds(9));
    records.proven("sha256:here", NAME, by(ALICE), NOW.minusSeconds(9));
    records.proven("sha256:new", NAME, by(ALICE), NOW);
    records.forgetOthers(Set.of("sha256:here"), NOW);
    assertThat(records.pulled("sha256:gone")).isEmpty();
    assertThat(records.pulled("sha256:here")).isPresent();
    assertThat(records.pulled("sha256:new")).isPresent();
  }

  @Test
  void aTornRecordIsAFaultAndMendedByTheNextPull() throws Exception {
    records.proven("sha256:abc", NAME, by(ALICE), NOW);
    try (Stream<Path> files = Files.list(root.resolve("image_manager/pulled"))) {
      Files.writeString(files.toList().getFirst(), "{\"kind\":\"ImagePulledRecord\"");
    }
    assertThatThrownBy(() -> records.pulled("sha256:abc")).isInstanceOf(java.io.IOException.class);
    records.proven("sha256:abc", NAME, by(ALICE), NOW);
    assertThat(records.pulled("sha256:abc")).isPresent();
  }

  @ParameterizedTest
  @CsvSource({
    "NeverVerify,                  '',            true,  false",
    "NeverVerifyPreloadedImages,   '',            true,  true",
    "NeverVerifyPreloadedImages,   '',            false, false",
    "AlwaysVerify,                 '',            false, true",
    "NeverVerifyAllowlistedImages, '',            true,  true",
    "NeverVerifyAllowlistedImages, registry.example.org/team/app, true, false",
    "NeverVerifyAllowlistedImages, registry.example.org/*, true, false",
    "NeverVerifyAllowlistedImages, registry.example.org/team/ap, true, true",
  })
  void aPolicySaysWhichImagesAreConcerned(
      String policy, String allowed, boolean pulledHere, boolean concerned) {
    List<String> list = allowed.isEmpty() ? List.of() : List.of(allowed);
    assertThat(CredentialVerification.of(policy, list).concerns(NAME, pulledHere))
        .isEqualTo(concerned);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Sometimes                    | ''        | "Sometimes" is no policy: one of NeverVerify, NeverVerifyPreloadedImages, NeverVerifyAllowlistedImages, AlwaysVerify
          AlwaysVerify                 | a.b/c     | a list of images is for the policy NeverVerifyAllowlistedImages only
          NeverVerifyAllowlistedImages | a.b/*/c   | "a.b/*/c" names no images: write registry/name, or registry/*
          NeverVerifyAllowlistedImages | /*        | "/*" names no images: write registry/name, or registry/*
          NeverVerifyAllowlistedImages | a.b/c:1   | "a.b/c:1" has a tag or a digest: leave it out
          """)
  void whatIsNoPolicyIsToldBeforeTheStart(String policy, String allowed, String message) {
    List<String> list = allowed.isEmpty() ? List.of() : List.of(allowed);
    assertThatThrownBy(() -> CredentialVerification.of(policy, list)).hasMessage(message);
  }
}

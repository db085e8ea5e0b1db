package dev.muster.apiserver.encryption;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** The ciphers, and what they promise. */
class ValueTransformersTest {
  private static final byte[] KEY =
      "0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] HERE = "/registry/secrets/a/x".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] ELSEWHERE =
      "/registry/secrets/b/x".getBytes(StandardCharsets.US_ASCII);

  private static List<ValueTransformer> all() {
    return List.of(new AesCbc(KEY), new AesGcm(KEY), new SecretBox(KEY));
  }

  /** The example of NaCl's own tests. */
  @Test
  void secretboxIsNaCls() throws Exception {
    HexFormat hex = HexFormat.of();
    byte[] key = hex.parseHex("1b27556473e985d462cd51197a9a46c76009549eac6474f206c4ee0844f68389");
    byte[] nonce = hex.parseHex("69696ee955b62b73cd62bda875fc73d68219e0036b7a0b37");
    byte[] message =
        hex.parseHex(
            "be075fc53c81f2d5cf141316ebeb0c7b5228c52a4c62cbd44b66849b64244ffce5ecbaaf33bd751a"
                + "1ac728d45e6c61296cdc3c01233561f41db66cce314adb310e3be8250c46f06dceea3a7fa1348057"
                + "e2f6556ad6b1318a024a838f21af1fde048977eb48f59ffd4924ca1c60902e52f0a089bc76897040"
                + "e082f937763848645e0705");
    byte[] box = new SecretBox(key).seal(message, nonce);
    assertThat(hex.formatHex(box, 24, 24 + 48))
        .isEqualTo(
            "f3ffc7703f9400e52a7dfb4b3d3305d98e993b9f48681273c29650ba32fc76ce48332ea7164d96a4"
                + "476fb8c531a1186a");
    assertThat(new SecretBox(key).fromStorage(box, HERE)).isEqualTo(message);
  }

  @Property(tries = 100)
  void whatWasSealedIsOpenedAndNothingElse(@ForAll byte[] plain, @ForAll int at) throws Exception {
    for (ValueTransformer transformer : all()) {
      byte[] kept = transformer.toStorage(plain, HERE);
      assertThat(transformer.fromStorage(kept, HERE)).isEqualTo(plain);
      assertThat(transformer.toStorage(plain, HERE)).isNotEqualTo(kept);
      if (!(transformer instanceof AesCbc)) {
        byte[] changed = kept.clone();
        changed[Math.floorMod(at, kept.length)] ^= 1;
        assertThatExceptionOfType(GeneralSecurityException.class)
            .isThrownBy(() -> transformer.fromStorage(changed, HERE));
      }
    }
  }

  @Test
  void aesgcmIsBoundToItsPlace() throws Exception {
    AesGcm gcm = new AesGcm(KEY);
    byte[] kept = gcm.toStorage(new byte[] {1}, HERE);
    assertThatExceptionOfType(GeneralSecurityException.class)
        .isThrownBy(() -> gcm.fromStorage(kept, ELSEWHERE));
  }

  @Test
  void whatIsTooShortIsRefused() {
    for (ValueTransformer transformer : all()) {
      for (int length = 0; length < 12; length++) {
        byte[] kept = new byte[length];
        assertThatExceptionOfType(GeneralSecurityException.class)
            .isThrownBy(() -> transformer.fromStorage(kept, HERE))
            .withMessage("the stored data was shorter than the required size");
      }
    }
  }

  @Test
  void plainValuesAreNotTakenForEncryptedOnes() {
    byte[] encrypted = "k8s:enc:aescbc:v1:a:x".getBytes(StandardCharsets.US_ASCII);
    assertThatExceptionOfType(GeneralSecurityException.class)
        .isThrownBy(() -> ResourceKeys.NONE.open(encrypted, HERE))
        .withMessage("identity transformer tried to read encrypted data");
  }

  @Test
  void theFirstKeyWritesAndAnyReads() throws Exception {
    EncryptionKey one = new EncryptionKey("k8s:enc:aescbc:v1:one:", new AesCbc(KEY));
    EncryptionKey two =
        new EncryptionKey("k8s:enc:aescbc:v1:two:", new AesCbc(Arrays.copyOf(KEY, 16)));
    byte[] plain = {1, 2, 3};
    byte[] byOne = new ResourceKeys(List.of(one)).seal(plain, HERE);
    assertThat(new String(byOne, StandardCharsets.ISO_8859_1)).startsWith("k8s:enc:aescbc:v1:one:");
    ResourceKeys both = new ResourceKeys(List.of(two, one, EncryptionKey.NONE));
    assertThat(both.prefix()).isEqualTo("k8s:enc:aescbc:v1:two:");
    assertThat(both.open(byOne, HERE).plain()).isEqualTo(plain);
    assertThat(both.open(plain, HERE).prefix()).isEmpty();
    assertThatExceptionOfType(GeneralSecurityException.class)
        .isThrownBy(() -> new ResourceKeys(List.of(two)).open(byOne, HERE))
        .withMessage("no matching prefix found");
  }
}

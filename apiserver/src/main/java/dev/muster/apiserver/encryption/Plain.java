package dev.muster.apiserver.encryption;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;

/** The provider {@code identity}: values as they are. */
final class Plain implements ValueTransformer {
  private static final byte[] ENCRYPTED = "k8s:enc:".getBytes(StandardCharsets.US_ASCII);

  @Override
  public byte[] toStorage(byte[] plain, byte[] context) {
    return plain;
  }

  @Override
  public byte[] fromStorage(byte[] kept, byte[] context) throws GeneralSecurityException {
    if (kept.length >= ENCRYPTED.length
        && Arrays.equals(kept, 0, ENCRYPTED.length, ENCRYPTED, 0, ENCRYPTED.length)) {
      throw new GeneralSecurityException("identity transformer tried to read encrypted data");
    }
    return kept;
  }
}

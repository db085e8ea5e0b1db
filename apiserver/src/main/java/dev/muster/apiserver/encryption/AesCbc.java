package dev.muster.apiserver.encryption;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** AES in CBC mode: a random block, then the padded value. Nothing is authenticated. */
final class AesCbc implements ValueTransformer {
  private static final int BLOCK = 16;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final SecretKeySpec key;

  AesCbc(byte[] key) {
    this.key = new SecretKeySpec(key, "AES");
  }

  @Override
  public byte[] toStorage(byte[] plain, byte[] context) throws GeneralSecurityException {
    byte[] start = new byte[BLOCK];
    RANDOM.nextBytes(start);
    byte[] text = cipher(Cipher.ENCRYPT_MODE, start).doFinal(plain);
    byte[] kept = Arrays.copyOf(start, BLOCK + text.length);
    System.arraycopy(text, 0, kept, BLOCK, text.length);
    return kept;
  }

  @Override
  public byte[] fromStorage(byte[] kept, byte[] context) throws GeneralSecurityException {
    if (kept.length < BLOCK) {
      throw new GeneralSecurityException("the stored data was shorter than the required size");
    }
    return cipher(Cipher.DECRYPT_MODE, Arrays.copyOf(kept, BLOCK))
        .doFinal(kept, BLOCK, kept.length - BLOCK);
  }

  private Cipher cipher(int mode, byte[] start) throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/CBC/PKCS5Padding");
    cipher.init(mode, key, new IvParameterSpec(start));
    return cipher;
  }
}

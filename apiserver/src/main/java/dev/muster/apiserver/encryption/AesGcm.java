package dev.muster.apiserver.encryption;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** AES in GCM mode: a random nonce, the value and its tag. Bound to the place where it is kept. */
final class AesGcm implements ValueTransformer {
  private static final int NONCE = 12;
  private static final int TAG_BITS = 128;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final SecretKeySpec key;

  AesGcm(byte[] key) {
    this.key = new SecretKeySpec(key, "AES");
  }

  @Override
  public byte[] toStorage(byte[] plain, byte[] context) throws GeneralSecurityException {
    byte[] nonce = new byte[NONCE];
    RANDOM.nextBytes(nonce);
    byte[] text = cipher(Cipher.ENCRYPT_MODE, nonce, context).doFinal(plain);
    byte[] kept = Arrays.copyOf(nonce, NONCE + text.length);
    System.arraycopy(text, 0, kept, NONCE, text.length);
    return kept;
  }

  @Override
  public byte[] fromStorage(byte[] kept, byte[] context) throws GeneralSecurityException {
    if (kept.length < NONCE) {
      throw new GeneralSecurityException("the stored data was shorter than the required size");
    }
    return cipher(Cipher.DECRYPT_MODE, Arrays.copyOf(kept, NONCE), context)
        .doFinal(kept, NONCE, kept.length - NONCE);
  }

  private Cipher cipher(int mode, byte[] nonce, byte[] context) throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD(context);
    return cipher;
  }
}

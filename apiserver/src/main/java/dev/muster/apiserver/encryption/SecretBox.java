package dev.muster.apiserver.encryption;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import org.bouncycastle.crypto.engines.XSalsa20Engine;
import org.bouncycastle.crypto.macs.Poly1305;
import org.bouncycastle.crypto.params.KeyParameter;
import org.bouncycastle.crypto.params.ParametersWithIV;

/** NaCl's secretbox, XSalsa20 with Poly1305: a random nonce, the tag, the value. */
final class SecretBox implements ValueTransformer {
  private static final int NONCE = 24;
  private static final int TAG = 16;
  private static final int TAG_KEY = 32;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final KeyParameter key;

  SecretBox(byte[] key) {
    this.key = new KeyParameter(key);
  }

  @Override
  public byte[] toStorage(byte[] plain, byte[] context) {
    byte[] nonce = new byte[NONCE];
    RANDOM.nextBytes(nonce);
    return seal(plain, nonce);
  }

  byte[] seal(byte[] plain, byte[] nonce) {
    byte[] kept = Arrays.copyOf(nonce, NONCE + TAG + plain.length);
    XSalsa20Engine stream = stream(nonce);
    byte[] tagKey = tagKey(stream);
    stream.processBytes(plain, 0, plain.length, kept, NONCE + TAG);
    System.arraycopy(tag(tagKey, kept), 0, kept, NONCE, TAG);
    return kept;
  }

  @Override
  public byte[] fromStorage(byte[] kept, byte[] context) throws GeneralSecurityException {
    if (kept.length < NONCE + TAG) {
      throw new GeneralSecurityException("the stored data was shorter than the required size");
    }
    XSalsa20Engine stream = stream(Arrays.copyOf(kept, NONCE));
    byte[] expected = tag(tagKey(stream), kept);
    if (!MessageDigest.isEqual(expected, Arrays.copyOfRange(kept, NONCE, NONCE + TAG))) {
      throw new GeneralSecurityException("secretbox: message authentication failed");
    }
    byte[] plain = new byte[kept.length - NONCE - TAG];
    stream.processBytes(kept, NONCE + TAG, plain.length, plain, 0);
    return plain;
  }

  private XSalsa20Engine stream(byte[] nonce) {
    XSalsa20Engine stream = new XSalsa20Engine();
    stream.init(true, new ParametersWithIV(key, nonce));
    return stream;
  }

  /** The first bytes of the stream; the value is mixed with those that follow. */
  private static byte[] tagKey(XSalsa20Engine stream) {
    byte[] first = new byte[TAG_KEY];
    stream.processBytes(new byte[TAG_KEY], 0, TAG_KEY, first, 0);
    return first;
  }

  private static byte[] tag(byte[] tagKey, byte[] kept) {
    Poly1305 mac = new Poly1305();
    mac.init(new KeyParameter(tagKey));
    mac.update(kept, NONCE + TAG, kept.length - NONCE - TAG);
    byte[] tag = new byte[TAG];
    mac.doFinal(tag, 0);
    return tag;
  }
}

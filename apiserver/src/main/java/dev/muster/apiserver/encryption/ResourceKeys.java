package dev.muster.apiserver.encryption;

import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.List;

/**
 * The keys of a resource: the first one writes, any may have written.
 *
 * @param keys not empty
 */
record ResourceKeys(List<EncryptionKey> keys) {
  static final ResourceKeys NONE = new ResourceKeys(List.of(EncryptionKey.NONE));

  ResourceKeys {
    keys = List.copyOf(keys);
  }

  /** What was kept, and what it began with. */
  @SuppressWarnings("ArrayRecordComponent") // handed over, never compared
  record Opened(byte[] plain, String prefix) {}

  /** What a value that is written now begins with. */
  String prefix() {
    return keys.getFirst().prefix();
  }

  byte[] seal(byte[] plain, byte[] context) throws GeneralSecurityException {
    EncryptionKey key = keys.getFirst();
    byte[] start = key.prefixBytes();
    byte[] text = key.transformer().toStorage(plain, context);
    byte[] kept = Arrays.copyOf(start, start.length + text.length);
    System.arraycopy(text, 0, kept, start.length, text.length);
    return kept;
  }

  /**
   * @throws GeneralSecurityException why no key opens it
   */
  Opened open(byte[] kept, byte[] context) throws GeneralSecurityException {
    GeneralSecurityException problem = null;
    for (EncryptionKey key : keys) {
      if (key.made(kept)) {
        try {
          byte[] text = Arrays.copyOfRange(kept, key.prefixBytes().length, kept.length);
          return new Opened(key.transformer().fromStorage(text, context), key.prefix());
        } catch (GeneralSecurityException e) {
          problem = e; // keys of the same name may follow
        }
      }
    }
    throw problem != null ? problem : new GeneralSecurityException("no matching prefix found");
  }
}

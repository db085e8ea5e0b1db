package dev.muster.apiserver.encryption;

/** An encryption configuration that cannot be used; the message has everything that is wrong. */
public final class EncryptionConfigException extends RuntimeException {
  EncryptionConfigException(String message) {
    super(message);
  }
}

package dev.muster.apiserver.encryption;

import java.security.GeneralSecurityException;

/** One way to keep values. Thread-safe. */
interface ValueTransformer {
  /**
   * @param context where the value is kept; some ways make sure that it was written for that place
   */
  byte[] toStorage(byte[] plain, byte[] context) throws GeneralSecurityException;

  /**
   * @throws GeneralSecurityException if it was not made by this way with this key
   */
  byte[] fromStorage(byte[] kept, byte[] context) throws GeneralSecurityException;
}

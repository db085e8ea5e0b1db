package dev.muster.kinds.core;

import java.io.ByteArrayOutputStream;

/** Wraps older encodings of private keys into PKCS #8, the one the JDK reads. */
final class Pkcs8 {
  private static final byte[] VERSION = {2, 1, 0};

  /** AlgorithmIdentifier rsaEncryption with NULL parameters. */
  private static final byte[] RSA = {
    0x30, 0x0d, 0x06, 0x09, 0x2a, (byte) 0x86, 0x48, (byte) 0x86, (byte) 0xf7, 0x0d, 1, 1, 1, 5, 0
  };

  /** The object identifier id-ecPublicKey. */
  private static final byte[] EC = {
    0x06, 0x07, 0x2a, (byte) 0x86, 0x48, (byte) 0xce, 0x3d, 0x02, 0x01
  };

  private Pkcs8() {}

  static byte[] ofRsa(byte[] pkcs1) {
    return tagged(0x30, joined(VERSION, RSA, tagged(4, pkcs1)));
  }

  static byte[] ofEc(byte[] sec1) {
    byte[] algorithm = tagged(0x30, joined(EC, curve(sec1)));
    return tagged(0x30, joined(VERSION, algorithm, tagged(4, sec1)));
  }

  /** The curve's identifier, which stands in the key's element [0]; empty when it has none. */
  private static byte[] curve(byte[] sec1) {
    for (int i = 0; i + 3 < sec1.length; i++) {
      int length = sec1[i + 1];
      if ((sec1[i] & 0xff) == 0xa0
          && sec1[i + 2] == 6
          && sec1[i + 3] == length - 2
          && i + 2 + length <= sec1.length) {
        byte[] out = new byte[length];
        System.arraycopy(sec1, i + 2, out, 0, length);
        return out;
      }
    }
    return new byte[0];
  }

  private static byte[] tagged(int tag, byte[] content) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(tag);
    int n = content.length;
    if (n < 0x80) {
      out.write(n);
    } else if (n < 0x100) {
      out.write(0x81);
      out.write(n);
    } else {
      out.write(0x82);
      out.write(n >> 8);
      out.write(n);
    }
    out.writeBytes(content);
    return out.toByteArray();
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }
}

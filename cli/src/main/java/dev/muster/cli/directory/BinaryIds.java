package dev.muster.cli.directory;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.UUID;

/** Ids as the directory stores them, written as people do. */
final class BinaryIds {
  private static final int GUID_BYTES = 16;
  private static final int SID_HEAD = 8;

  private BinaryIds() {}

  /** The first three groups are stored with their least byte first. */
  static String guid(byte[] stored) throws DirectoryException {
    if (stored.length != GUID_BYTES) {
      throw new DirectoryException("objectGUID has " + stored.length + " bytes, not 16");
    }
    ByteBuffer in = ByteBuffer.wrap(stored).order(ByteOrder.LITTLE_ENDIAN);
    long first = Integer.toUnsignedLong(in.getInt());
    long second = Short.toUnsignedLong(in.getShort());
    long third = Short.toUnsignedLong(in.getShort());
    long rest = in.order(ByteOrder.BIG_ENDIAN).getLong();
    return new UUID(first << 32 | second << 16 | third, rest).toString();
  }

  static String sid(byte[] stored) throws DirectoryException {
    if (stored.length < SID_HEAD || stored.length != SID_HEAD + 4 * stored[1]) {
      throw new DirectoryException("objectSid has an unknown form");
    }
    ByteBuffer in = ByteBuffer.wrap(stored);
    StringBuilder out = new StringBuilder("S-").append(stored[0]);
    out.append('-').append(in.getLong(0) & 0xffff_ffff_ffffL);
    in.order(ByteOrder.LITTLE_ENDIAN).position(SID_HEAD);
    while (in.hasRemaining()) {
      out.append('-').append(Integer.toUnsignedLong(in.getInt()));
    }
    return out.toString();
  }
}

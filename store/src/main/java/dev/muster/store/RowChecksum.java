package dev.muster.store;

import dev.muster.store.Journal.Row;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/** Tells a row that was written from one that the disk made up: SQLite itself would not notice. */
final class RowChecksum {
  private RowChecksum() {}

  static long of(Row row) {
    byte[] key = row.key().getBytes(StandardCharsets.UTF_8);
    byte[] value = row.value();
    ByteBuffer head = ByteBuffer.allocate(2 * Long.BYTES + Integer.BYTES + 1 + key.length);
    head.putLong(row.revision()).putLong(row.created()).putInt(key.length);
    head.put((byte) (value == null ? 0 : 1)).put(key).flip();
    CRC32C checksum = new CRC32C();
    checksum.update(head);
    if (value != null) {
      checksum.update(value);
    }
    return checksum.getValue();
  }
}

package dev.muster.runtime.layers;

import com.github.luben.zstd.ZstdInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.zip.GZIPInputStream;

/** A layer's content, plain whatever it was compressed with: gzip, zstd or not at all. */
public final class LayerStream {
  private static final int BUFFER = 1 << 16;

  private LayerStream() {}

  /** Tells the compression by the first bytes; what a manifest says of it is not needed. */
  public static InputStream plain(InputStream in) throws IOException {
    PushbackInputStream start = new PushbackInputStream(in, 4);
    byte[] magic = new byte[4];
    int count = start.readNBytes(magic, 0, 4);
    start.unread(magic, 0, count);
    if (count >= 2 && (magic[0] & 0xff) == 0x1f && (magic[1] & 0xff) == 0x8b) {
      return new GZIPInputStream(start, BUFFER);
    }
    if (count == 4
        && (magic[0] & 0xff) == 0x28
        && (magic[1] & 0xff) == 0xb5
        && (magic[2] & 0xff) == 0x2f
        && (magic[3] & 0xff) == 0xfd) {
      return new ZstdInputStream(start);
    }
    return start;
  }
}

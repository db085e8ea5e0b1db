package dev.muster.http;

import dev.muster.base.deadline.Deadline;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Compresses large answers for clients that accept it: fast rather than small. */
final class Compression {
  /** Bodies up to this size are sent as they are. */
  private static final int THRESHOLD = 128 * 1024;

  private static final int BUFFER = 64 * 1024;

  private Compression() {}

  static boolean pays(Body body, @Nullable String acceptEncoding) {
    return body.length() > THRESHOLD && acceptEncoding != null && accepts(acceptEncoding);
  }

  private static boolean accepts(String acceptEncoding) {
    for (String choice : acceptEncoding.split(",")) {
      String[] coding = choice.trim().toLowerCase(Locale.ROOT).split(";", 2);
      if (coding[0].trim().equals("gzip")) {
        return coding.length == 1 || !coding[1].replace(" ", "").matches("q=0(\\.0*)?");
      }
    }
    return false;
  }

  static void writeLast(Body body, BodyWriter writer, Callback callback) {
    try (OutputStream out = new BufferedOutputStream(new Gzip(new Chunks(writer)), BUFFER)) {
      for (int slice = 0; slice < body.slices(); slice++) {
        Deadline.check();
        out.write(body.array(slice), body.from(slice), body.to(slice) - body.from(slice));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    writer.writeLast(new Body(1), callback);
  }

  private static final class Gzip extends GZIPOutputStream {
    Gzip(OutputStream out) throws IOException {
      super(out, BUFFER);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }

  /** Sends what it is given, gathered into large writes. */
  private static final class Chunks extends OutputStream {
    private final BodyWriter writer;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER);

    Chunks(BodyWriter writer) {
      this.writer = writer;
    }

    @Override
    public void write(int b) {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) {
      for (int done = 0; done < count; ) {
        if (!buffer.hasRemaining()) {
          send();
        }
        int now = Math.min(count - done, buffer.remaining());
        buffer.put(bytes, from + done, now);
        done += now;
      }
    }

    private void send() {
      writer.writeAndWait(buffer.flip());
      buffer.clear();
    }

    @Override
    public void close() {
      if (buffer.position() > 0) {
        send();
      }
    }
  }
}

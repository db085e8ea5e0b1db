package dev.muster.apiserver.proxy;

import dev.muster.client.http.BackendAnswer;
import java.io.BufferedOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.function.UnaryOperator;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/** Pages of HTML, whose links are rewritten on the way; compressed ones are compressed again. */
final class Pages {
  /** A page that unfolds to more than this is none: it is broken off. */
  private static final long LONGEST_UNFOLDED = 64L << 20;

  private Pages() {}

  static boolean isOne(BackendAnswer answer) {
    String type = answer.header("Content-Type");
    int end = type.indexOf(';');
    return answer.hasBody()
        && (end < 0 ? type : type.substring(0, end)).strip().equals("text/html")
        && answer.header("Location").isEmpty()
        && switch (answer.header("Content-Encoding")) {
          case "", "gzip", "deflate" -> true;
          default -> false;
        };
  }

  /** The page as it was before it was compressed. */
  static InputStream in(BackendAnswer answer) throws IOException {
    return switch (answer.header("Content-Encoding")) {
      case "gzip" -> new Bounded(new GZIPInputStream(answer.body()));
      case "deflate" -> new Bounded(new InflaterInputStream(answer.body(), new Inflater(true)));
      default -> answer.body();
    };
  }

  /** Where to write the page to, so that the client gets it as the backend encoded it. */
  static OutputStream out(BackendAnswer answer, OutputStream to, UnaryOperator<String> links)
      throws IOException {
    OutputStream encoded =
        switch (answer.header("Content-Encoding")) {
          case "gzip" -> new GZIPOutputStream(to, true);
          case "deflate" ->
              new DeflaterOutputStream(to, new Deflater(Deflater.BEST_SPEED, true), true);
          default -> to;
        };
    return new HtmlLinks(encoded == to ? to : new BufferedOutputStream(encoded), links);
  }

  private static final class Bounded extends FilterInputStream {
    private long left = LONGEST_UNFOLDED;

    Bounded(InputStream in) {
      super(in);
    }

    @Override
    public int read(byte[] to, int from, int length) throws IOException {
      int count = super.read(to, from, length);
      left -= Math.max(0, count);
      if (left < 0) {
        throw new IOException("the page unfolds to more than " + LONGEST_UNFOLDED + " bytes");
      }
      return count;
    }
  }
}

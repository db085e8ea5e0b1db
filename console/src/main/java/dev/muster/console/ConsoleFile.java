package dev.muster.console;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/** One of the page's files, as it is and compressed. Its bytes are never written to. */
final class ConsoleFile {
  private final String contentType;
  private final byte[] plain;
  private final byte[] gzipped;
  private final String etag;

  ConsoleFile(String name, byte[] bytes) {
    contentType = contentType(name);
    plain = bytes.clone();
    gzipped = gzip(plain);
    etag = '"' + HexFormat.of().formatHex(sha256(plain), 0, 16) + '"';
  }

  String contentType() {
    return contentType;
  }

  /** What a browser that has these bytes already names them by. */
  String etag() {
    return etag;
  }

  byte[] bytes(boolean compressed) {
    return compressed ? gzipped.clone() : plain.clone();
  }

  private static String contentType(String name) {
    if (name.endsWith("/LICENSE")) {
      return "text/plain; charset=utf-8";
    }
    return switch (name.substring(name.lastIndexOf('.') + 1)) {
      case "html" -> "text/html; charset=utf-8";
      case "js" -> "text/javascript; charset=utf-8";
      case "css" -> "text/css; charset=utf-8";
      case "svg" -> "image/svg+xml";
      default -> throw new IllegalArgumentException("no content type is known for " + name);
    };
  }

  private static byte[] gzip(byte[] bytes) {
    ByteArrayOutputStream into = new ByteArrayOutputStream(bytes.length / 3 + 64);
    try (GZIPOutputStream out = new BestGzip(into)) {
      out.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return into.toByteArray();
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Done once a start: as small as it gets. */
  private static final class BestGzip extends GZIPOutputStream {
    BestGzip(ByteArrayOutputStream into) throws IOException {
      super(into);
      def.setLevel(Deflater.BEST_COMPRESSION);
    }
  }
}

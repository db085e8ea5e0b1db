package dev.muster.http;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;
import org.eclipse.jetty.http.compression.EncodingException;
import org.eclipse.jetty.http.compression.HuffmanDecoder;

/**
 * An HTTP/2 request's headers as they are compressed (RFC 7541), of which values can be changed
 * without knowing what the indexes in it stand for. What comes after a value that is not well
 * formed stays as it is: the parser behind this judges it.
 */
final class HeaderBlock {
  private static final int INDEXED = 0x80;
  private static final int LITERAL_INDEXED = 0x40;
  private static final int TABLE_SIZE = 0x20;
  private static final int HUFFMAN = 0x80;

  private final ByteBuffer in;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final HuffmanDecoder huffman = new HuffmanDecoder();
  private int copied;
  private boolean changed;

  private HeaderBlock(byte[] block) {
    this.in = ByteBuffer.wrap(block);
  }

  /**
   * Values without the spaces around them. INVARIANT: a value never grows, so that the table of
   * values that this end keeps has room for all that the other end's has.
   *
   * @return the same array if there are none
   */
  static byte[] trimmed(byte[] block) {
    HeaderBlock reader = new HeaderBlock(block);
    try {
      while (reader.in.hasRemaining()) {
        reader.field(HeaderBlock::trim);
      }
    } catch (MalformedException e) {
      reader.in.position(reader.in.limit());
    }
    if (!reader.changed) {
      return block;
    }
    reader.copyTo(block.length);
    return reader.out.toByteArray();
  }

  private static String trim(String value) {
    int from = 0;
    int to = value.length();
    while (from < to && blank(value.charAt(from))) {
      from++;
    }
    while (from < to && blank(value.charAt(to - 1))) {
      to--;
    }
    return value.substring(from, to);
  }

  private static boolean blank(char c) {
    return c == ' ' || c == '\t';
  }

  private void field(UnaryOperator<String> change) throws MalformedException {
    int first = in.get(in.position()) & 0xff;
    if ((first & INDEXED) != 0) {
      number(7);
    } else if ((first & LITERAL_INDEXED) == 0 && (first & TABLE_SIZE) != 0) {
      number(5);
    } else {
      if (number((first & LITERAL_INDEXED) != 0 ? 6 : 4) == 0) {
        text();
      }
      int from = in.position();
      String value = text();
      String wanted = change.apply(value);
      if (!wanted.equals(value)) {
        replace(from, wanted);
      }
    }
  }

  private void replace(int from, String value) {
    changed = true;
    copyTo(from);
    byte[] bytes = value.getBytes(StandardCharsets.ISO_8859_1);
    int rest = bytes.length - 0x7f;
    out.write(Math.min(bytes.length, 0x7f));
    if (rest >= 0) {
      for (; rest > 0x7f; rest >>>= 7) {
        out.write(rest & 0x7f | 0x80);
      }
      out.write(rest);
    }
    out.writeBytes(bytes);
    copied = in.position();
  }

  private void copyTo(int position) {
    out.write(in.array(), copied, position - copied);
    copied = position;
  }

  private String text() throws MalformedException {
    if (!in.hasRemaining()) {
      throw new MalformedException();
    }
    boolean compressed = (in.get(in.position()) & HUFFMAN) != 0;
    int length = number(7);
    if (length > in.remaining()) {
      throw new MalformedException();
    }
    ByteBuffer bytes = in.slice(in.position(), length);
    in.position(in.position() + length);
    if (!compressed) {
      return StandardCharsets.ISO_8859_1.decode(bytes).toString();
    }
    huffman.reset();
    huffman.setLength(length);
    try {
      String text = huffman.decode(bytes);
      if (text == null) {
        throw new MalformedException();
      }
      return text;
    } catch (EncodingException e) {
      throw new MalformedException();
    }
  }

  /** A number in the low bits of a byte, and in those after it. */
  private int number(int bits) throws MalformedException {
    int most = (1 << bits) - 1;
    int value = in.get() & most;
    if (value < most) {
      return value;
    }
    for (int shift = 0; shift <= 21; shift += 7) {
      if (!in.hasRemaining()) {
        throw new MalformedException();
      }
      byte next = in.get();
      value += (next & 0x7f) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new MalformedException();
  }

  /** Thrown and caught here. */
  private static final class MalformedException extends Exception {
    private static final long serialVersionUID = 1;

    MalformedException() {
      super("", null, false, false);
    }
  }
}

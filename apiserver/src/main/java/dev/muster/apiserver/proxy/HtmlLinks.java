package dev.muster.apiserver.proxy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * Rewrites the links of a page as it comes. Holds one tag at a time; one longer than any should be
 * is text. Everything that is not a link stays as it is, byte for byte.
 */
final class HtmlLinks extends OutputStream {
  private static final int LONGEST_TAG = 64 * 1024;
  private static final String COMMENT = "<!--";
  private static final String COMMENT_END = "-->";

  private enum In {
    TEXT,
    TAG,
    COMMENT,
    TEXT_ONLY
  }

  private final OutputStream out;
  private final UnaryOperator<String> links;
  private final ByteArrayOutputStream tag = new ByteArrayOutputStream();
  private final StringBuilder last = new StringBuilder();
  private In in = In.TEXT;
  private int quote;
  private int mark;
  private String textOnly = "";

  HtmlLinks(OutputStream out, UnaryOperator<String> links) {
    this.out = out;
    this.links = links;
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    Objects.checkFromIndexSize(from, length, bytes.length);
    int end = from + length;
    for (int at = from; at < end; ) {
      int next = at;
      while (in == In.TEXT && next < end && bytes[next] != '<') {
        next++;
      }
      if (next > at) {
        out.write(bytes, at, next - at);
        at = next;
      } else {
        write(bytes[at++]);
      }
    }
  }

  @Override
  public void write(int b) throws IOException {
    int c = b & 0xff;
    switch (in) {
      case TEXT -> {
        if (c == '<') {
          in = In.TAG;
          quote = 0;
          mark = 0;
          tag.write(c);
        } else {
          out.write(c);
        }
      }
      case TAG -> inTag(c);
      case COMMENT -> untilEnd(c, COMMENT_END);
      case TEXT_ONLY -> untilEnd(c, "</" + textOnly);
    }
  }

  private void inTag(int c) throws IOException {
    if (tag.size() == 1 && c == '<') {
      out.write(c); // the first was text
      return;
    }
    tag.write(c);
    if (tag.size() == 2 && !isLetter(c) && c != '!' && c != '/' && c != '?'
        || tag.size() > LONGEST_TAG) {
      leave(In.TEXT);
    } else if (tag.size() == COMMENT.length() && text().equals(COMMENT)) {
      leave(In.COMMENT);
    } else if (quote != 0) {
      quote = c == quote ? 0 : quote;
    } else if ((c == '"' || c == '\'') && mark == '=') {
      quote = c; // it is one only behind an equals sign
    } else if (c == '>') {
      endTag();
    }
    mark = Character.isWhitespace(c) ? mark : c;
  }

  private void endTag() throws IOException {
    String whole = text();
    boolean starts = isLetter(whole.charAt(1));
    String rewritten = starts ? StartTag.rewrite(whole, links) : whole;
    out.write(rewritten.getBytes(StandardCharsets.ISO_8859_1));
    tag.reset();
    String name = starts ? StartTag.name(whole) : "";
    boolean opaque = LinkAttributes.isTextOnly(name) && !whole.endsWith("/>");
    textOnly = opaque ? name : "";
    in = opaque ? In.TEXT_ONLY : In.TEXT;
    last.setLength(0);
  }

  private void leave(In next) throws IOException {
    tag.writeTo(out);
    tag.reset();
    last.setLength(0);
    in = next;
  }

  private void untilEnd(int c, String end) throws IOException {
    out.write(c);
    last.append((char) (c < 0x80 ? Character.toLowerCase(c) : c));
    if (last.length() > end.length()) {
      last.deleteCharAt(0);
    }
    if (last.length() == end.length() && end.contentEquals(last)) {
      in = In.TEXT;
      last.setLength(0);
    }
  }

  private String text() {
    return tag.toString(StandardCharsets.ISO_8859_1);
  }

  private static boolean isLetter(int c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }

  /** What was begun and never ended goes out as it is. */
  @Override
  public void close() throws IOException {
    tag.writeTo(out);
    tag.reset();
    out.close();
  }
}

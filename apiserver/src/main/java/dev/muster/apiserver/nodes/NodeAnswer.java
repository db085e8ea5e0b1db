package dev.muster.apiserver.nodes;

import dev.muster.apiserver.http.Peer;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A node's answer: its head has been read, its body or its stream is still to come. */
public final class NodeAnswer implements Peer {
  private static final int LARGEST_HEAD = 64 * 1024;
  private static final int LARGEST_PROBLEM = 64 * 1024;

  /** A header line in its two parts. */
  public record Header(String name, String value) {}

  private final Socket socket;
  private final InputStream in;
  private final int code;
  private final List<Header> headers;

  private NodeAnswer(Socket socket, InputStream in, int code, List<Header> headers) {
    this.socket = socket;
    this.in = in;
    this.code = code;
    this.headers = List.copyOf(headers);
  }

  static NodeAnswer read(Socket socket) throws IOException {
    InputStream in = new BufferedInputStream(socket.getInputStream());
    List<String> lines = new ArrayList<>();
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int total = 0; ; total++) {
      int b = in.read();
      if (b < 0 || total > LARGEST_HEAD) {
        throw new IOException("the node's answer is cut off");
      }
      if (b != '\n') {
        line.write(b);
        continue;
      }
      String text = line.toString(StandardCharsets.ISO_8859_1).stripTrailing();
      line.reset();
      if (text.isEmpty()) {
        break;
      }
      lines.add(text);
    }
    String[] words = lines.isEmpty() ? new String[0] : lines.getFirst().split(" ", 3);
    if (words.length < 2 || !words[1].matches("[1-5][0-9][0-9]")) {
      throw new IOException("the node's answer is malformed");
    }
    List<Header> headers = new ArrayList<>();
    for (String header : lines.subList(1, lines.size())) {
      int colon = header.indexOf(':');
      if (colon > 0) {
        headers.add(new Header(header.substring(0, colon), header.substring(colon + 1).strip()));
      }
    }
    return new NodeAnswer(socket, in, Integer.parseInt(words[1]), headers);
  }

  public int code() {
    return code;
  }

  public List<Header> headers() {
    return headers;
  }

  /** The body of a refusal. */
  public String problem() throws IOException {
    int length = LARGEST_PROBLEM;
    for (Header header : headers) {
      if (header.name().equalsIgnoreCase("Content-Length")) {
        length = Math.min(length, Integer.parseInt(header.value()));
      }
    }
    return new String(in.readNBytes(length), StandardCharsets.UTF_8).strip();
  }

  @Override
  public InputStream in() {
    return in;
  }

  @Override
  public OutputStream out() throws IOException {
    return socket.getOutputStream();
  }

  @Override
  public void endOutput() throws IOException {
    socket.shutdownOutput();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}

package dev.muster.node.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A request without its body.
 *
 * @param segments of the path, decoded
 * @param headers whole lines, as the client sent them
 */
record RequestHead(
    String method, List<String> segments, Map<String, List<String>> query, List<String> headers) {
  private static final int LARGEST = 64 * 1024;

  static RequestHead read(InputStream in) throws IOException, HttpProblem {
    List<String> lines = lines(in);
    String[] words = lines.getFirst().split(" ");
    if (words.length != 3 || !words[2].startsWith("HTTP/1.") || !words[1].startsWith("/")) {
      throw new HttpProblem(400, "malformed request line");
    }
    int mark = words[1].indexOf('?');
    String path = mark < 0 ? words[1] : words[1].substring(0, mark);
    List<String> segments = new ArrayList<>();
    for (String segment : path.substring(1).split("/", -1)) {
      segments.add(decode(segment));
    }
    Map<String, List<String>> query = new LinkedHashMap<>();
    if (mark >= 0) {
      for (String pair : words[1].substring(mark + 1).split("&")) {
        int equals = pair.indexOf('=');
        String name = decode(equals < 0 ? pair : pair.substring(0, equals));
        String value = equals < 0 ? "" : decode(pair.substring(equals + 1));
        query.computeIfAbsent(name, n -> new ArrayList<>()).add(value);
      }
    }
    return new RequestHead(words[0], segments, query, lines.subList(1, lines.size()));
  }

  private static String decode(String text) throws HttpProblem {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new HttpProblem(400, "malformed escape in the request's address");
    }
  }

  private static List<String> lines(InputStream in) throws IOException, HttpProblem {
    List<String> lines = new ArrayList<>();
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int total = 0; ; total++) {
      int b = in.read();
      if (b < 0 || total > LARGEST) {
        throw new HttpProblem(b < 0 ? 400 : 431, "request head too large or cut off");
      }
      if (b != '\n') {
        line.write(b);
        continue;
      }
      String text = line.toString(StandardCharsets.ISO_8859_1).stripTrailing();
      line.reset();
      if (text.isEmpty() && !lines.isEmpty()) {
        return lines;
      }
      if (!text.isEmpty()) {
        lines.add(text);
      }
    }
  }

  /** The first value of a header. */
  Optional<String> header(String name) {
    for (String line : headers) {
      int colon = line.indexOf(':');
      if (colon > 0 && line.substring(0, colon).equalsIgnoreCase(name)) {
        return Optional.of(line.substring(colon + 1).strip());
      }
    }
    return Optional.empty();
  }

  String first(String name) {
    List<String> all = query.get(name);
    return all == null ? "" : all.getFirst();
  }

  boolean flag(String name) {
    String value = first(name);
    return query.containsKey(name) && !value.equals("false") && !value.equals("0");
  }
}

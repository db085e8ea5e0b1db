package dev.muster.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The page's files, all read when it is made. A path is looked up in a table and never meets a file
 * system. Thread-safe.
 */
public final class ConsoleFiles {
  /**
   * What a browser lets the page do: run and show its own files, and ask the server that it is
   * from. Text becomes elements by the templates of lit-html only.
   */
  public static final String CONTENT_SECURITY_POLICY =
      String.join(
          "; ",
          "default-src 'none'",
          "script-src 'self'",
          "style-src 'self'",
          "img-src 'self' data:",
          "connect-src 'self'",
          "form-action 'none'",
          "base-uri 'none'",
          "frame-ancestors 'none'",
          "require-trusted-types-for 'script'",
          "trusted-types lit-html");

  private static final String LIST = "files.list";
  private static final String INDEX = "index.html";

  private final Map<String, ConsoleFile> files;

  private ConsoleFiles(Map<String, ConsoleFile> files) {
    this.files = new TreeMap<>(files);
  }

  /** Reads the files that came with this class. */
  public static ConsoleFiles load() {
    Map<String, ConsoleFile> files = new HashMap<>();
    for (String name : names()) {
      files.put(name, new ConsoleFile(name, read(name)));
    }
    return new ConsoleFiles(files);
  }

  /** The paths of all files, as {@code files.list} has them. */
  static List<String> names() {
    List<String> names = new ArrayList<>();
    new String(read(LIST), StandardCharsets.UTF_8)
        .lines()
        .filter(line -> !line.isBlank())
        .forEach(names::add);
    return names;
  }

  private static byte[] read(String name) {
    try (InputStream in = ConsoleFiles.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the console's file " + name + " is missing in this build");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The answer to a request.
   *
   * @param path what follows {@code /console/}, without a query: {@code pages/ask.js}; empty is the
   *     page itself
   * @param ifNoneMatch the header of that name, if it was sent
   * @param acceptEncoding the header of that name, if it was sent
   */
  public ConsoleAnswer answer(
      String method, String path, @Nullable String ifNoneMatch, @Nullable String acceptEncoding) {
    Map<String, String> headers = guards();
    boolean head = method.equals("HEAD");
    if (!head && !method.equals("GET")) {
      headers.put("Allow", "GET, HEAD");
      return sentence(405, headers, "the console's files can only be read", false);
    }
    ConsoleFile file = files.get(path.isEmpty() ? INDEX : path);
    if (file == null) {
      return sentence(404, headers, "the console has no such file", head);
    }
    headers.put("Content-Type", file.contentType());
    headers.put("ETag", file.etag());
    headers.put("Cache-Control", "no-cache");
    headers.put("Vary", "Accept-Encoding");
    if (ifNoneMatch != null && ifNoneMatch.contains(file.etag())) {
      return new ConsoleAnswer(304, headers, new byte[0]);
    }
    boolean compressed = AcceptedEncoding.gzip(acceptEncoding);
    if (compressed) {
      headers.put("Content-Encoding", "gzip");
    }
    return new ConsoleAnswer(200, headers, head ? new byte[0] : file.bytes(compressed));
  }

  private static ConsoleAnswer sentence(
      int status, Map<String, String> headers, String sentence, boolean head) {
    headers.put("Content-Type", "text/plain; charset=utf-8");
    byte[] body = (sentence + "\n").getBytes(StandardCharsets.UTF_8);
    return new ConsoleAnswer(status, headers, head ? new byte[0] : body);
  }

  private static Map<String, String> guards() {
    Map<String, String> headers = new HashMap<>();
    headers.put("Content-Security-Policy", CONTENT_SECURITY_POLICY);
    headers.put("X-Content-Type-Options", "nosniff");
    headers.put("X-Frame-Options", "DENY");
    headers.put("Referrer-Policy", "no-referrer");
    headers.put("Cross-Origin-Opener-Policy", "same-origin");
    headers.put("Cross-Origin-Resource-Policy", "same-origin");
    headers.put("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()");
    return headers;
  }
}

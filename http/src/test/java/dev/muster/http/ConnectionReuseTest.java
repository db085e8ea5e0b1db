package dev.muster.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** After an answer the connection is in order, or the answer says that it ends. */
class ConnectionReuseTest {
  @Test
  void aConnectionCarriesTheNextRequestAfterABodyThatNobodyRead(@TempDir Path directory)
      throws IOException {
    Endpoint refusing =
        exchange -> exchange.respond(405, "text/plain", Body.of(new byte[] {'n', 'o', '\n'}));
    try (TestServer server = TestServer.start(directory, TestServer.options(), refusing);
        SSLSocket socket = server.connect()) {
      BufferedReader answers =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
      OutputStream out = socket.getOutputStream();
      String head = "POST /x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n";
      write(out, head + "01234");
      write(out, "56789");
      assertThat(answers.readLine()).isEqualTo("HTTP/1.1 405 Method Not Allowed");
      skipToBody(answers);
      write(out, head + "0123456789");
      assertThat(answers.readLine()).isEqualTo("HTTP/1.1 405 Method Not Allowed");
    }
  }

  @Test
  void aConnectionThatCannotGoOnSaysSo(@TempDir Path directory) throws IOException {
    Endpoint refusing =
        exchange -> exchange.respond(405, "text/plain", Body.of(new byte[] {'n', 'o', '\n'}));
    try (TestServer server = TestServer.start(directory, TestServer.options(), refusing);
        SSLSocket socket = server.connect()) {
      BufferedReader answers =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
      String head = "POST /x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n";
      // as much as is thrown away: the server answers when it has all of this, not before
      write(socket.getOutputStream(), head + "a".repeat(256 * 1024));
      assertThat(skipToBody(answers)).contains("Connection: close");
    }
  }

  @Test
  void aRequestThatCannotBeReadEndsTheConnection(@TempDir Path directory) throws IOException {
    Endpoint never =
        exchange -> {
          throw new AssertionError("must not be reached");
        };
    try (TestServer server = TestServer.start(directory, TestServer.options(), never);
        SSLSocket socket = server.connect()) {
      BufferedReader answers =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
      write(socket.getOutputStream(), "GET /a%00 HTTP/1.1\r\nHost: localhost\r\n\r\n");
      assertThat(answers.readLine()).isEqualTo("HTTP/1.1 400 Bad Request");
      assertThat(skipToBody(answers)).contains("Connection: close");
    }
  }

  private static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }

  /** The header lines. */
  private static String skipToBody(BufferedReader answers) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (String line = answers.readLine(); !line.isEmpty(); line = answers.readLine()) {
      lines.append(line).append('\n');
    }
    answers.readLine();
    return lines.toString();
  }
}

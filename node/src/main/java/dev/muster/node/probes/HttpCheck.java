package dev.muster.node.probes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.client.tls.ClientTls;
import dev.muster.client.tls.Trust;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/**
 * One GET, of which only the status counts: 200 to 399 is well. Certificates are not checked, as
 * probes know no names.
 */
final class HttpCheck {
  private static final int LONGEST_STATUS = 4 * 1024;

  private HttpCheck() {}

  static Outcome run(JsonNode action, Target target) {
    String scheme = action.path("scheme").asText("HTTP").toLowerCase(Locale.ROOT);
    String host = action.path("host").asText(target.host());
    int port = target.port(action.path("port"));
    if (port <= 0) {
      return new Outcome.Broken("invalid port number: " + port);
    }
    String path = action.path("path").asText("/");
    String address = (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    String url = scheme + "://" + address + (path.startsWith("/") ? path : "/" + path);
    int timeout = (int) target.timeout().toMillis();
    try (Socket plain = new Socket()) {
      plain.connect(new InetSocketAddress(host, port), timeout);
      plain.setSoTimeout(timeout);
      try (Socket socket = scheme.equals("https") ? secured(plain, host, port) : plain) {
        socket.getOutputStream().write(request(action, path, address));
        socket.getOutputStream().flush();
        return judged(status(socket.getInputStream()));
      }
    } catch (SocketTimeoutException e) {
      return new Outcome.Failure(
          "Get \""
              + url
              + "\": context deadline exceeded (Client.Timeout exceeded while awaiting headers)");
    } catch (IOException e) {
      return new Outcome.Failure("Get \"" + url + "\": " + Handler.dialProblem(host, port, e));
    }
  }

  private static Outcome judged(int code) {
    return code >= 200 && code < 400
        ? new Outcome.Success("")
        : new Outcome.Failure("HTTP probe failed with statuscode: " + code);
  }

  private static byte[] request(JsonNode action, String path, String address) {
    StringBuilder head = new StringBuilder();
    head.append("GET ").append(path.startsWith("/") ? path : "/" + path).append(" HTTP/1.1\r\n");
    String host = address;
    boolean agent = false;
    boolean accept = false;
    StringBuilder headers = new StringBuilder();
    for (JsonNode header : action.path("httpHeaders")) {
      String name = header.path("name").asText();
      String value = header.path("value").asText().replaceAll("[\r\n]", " ");
      if (name.equalsIgnoreCase("Host")) {
        host = value;
        continue;
      }
      agent |= name.equalsIgnoreCase("User-Agent");
      accept |= name.equalsIgnoreCase("Accept");
      headers.append(name).append(": ").append(value).append("\r\n");
    }
    head.append("Host: ").append(host).append("\r\n");
    head.append(agent ? "" : "User-Agent: kube-probe/1.35\r\n");
    head.append(accept ? "" : "Accept: */*\r\n");
    head.append(headers).append("Connection: close\r\n\r\n");
    return head.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** The code of {@code HTTP/1.1 200 OK}. */
  private static int status(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0 || line.size() > LONGEST_STATUS) {
        throw new IOException("malformed HTTP response");
      }
      line.write(b);
    }
    String[] words = line.toString(StandardCharsets.US_ASCII).strip().split(" ", 3);
    try {
      if (words.length >= 2 && words[0].startsWith("HTTP/")) {
        return Integer.parseInt(words[1]);
      }
    } catch (NumberFormatException e) {
      throw new IOException("malformed HTTP status code \"" + words[1] + "\"", e);
    }
    throw new IOException("malformed HTTP response");
  }

  private static Socket secured(Socket plain, String host, int port) throws IOException {
    return ClientTls.context(new Trust.Anyone(), Optional.empty())
        .getSocketFactory()
        .createSocket(plain, host, port, true);
  }
}

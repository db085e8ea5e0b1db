package dev.muster.client.http;

import java.io.InputStream;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What a backend is asked.
 *
 * @param target path and query, escaped
 * @param host who is asked, in the client's words
 * @param body none if it is of no length
 * @param bodyLength negative if it is not known
 */
public record OutgoingRequest(
    String method,
    String target,
    String host,
    List<Header> headers,
    InputStream body,
    long bodyLength) {

  public OutgoingRequest {
    headers = List.copyOf(headers);
  }

  /** A request without a body. */
  public static OutgoingRequest of(
      String method, String target, String host, List<Header> headers) {
    return new OutgoingRequest(method, target, host, headers, InputStream.nullInputStream(), 0);
  }

  /** Nothing that foreign text could end. */
  byte[] head() throws ProtocolException {
    OutgoingHead head = new OutgoingHead(method, target).host(host);
    boolean upgrades = false;
    for (Header header : headers) {
      head.header(header.name(), header.value());
      upgrades |= header.is("Upgrade");
    }
    if (!upgrades) {
      head.header("Connection", "close");
    }
    if (bodyLength < 0) {
      head.header("Transfer-Encoding", "chunked");
    } else if (bodyLength > 0 || method.equals("POST") || method.equals("PUT")) {
      head.header("Content-Length", Long.toString(bodyLength));
    }
    return head.bytes(StandardCharsets.ISO_8859_1);
  }
}

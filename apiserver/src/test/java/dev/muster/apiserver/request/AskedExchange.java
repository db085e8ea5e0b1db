package dev.muster.apiserver.request;

import dev.muster.client.http.Peer;
import dev.muster.http.Body;
import dev.muster.http.Exchange;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request, and whatever is answered to it. */
public final class AskedExchange implements Exchange {
  private final String method;
  private final String path;
  private final String query;
  private final Map<String, String> headers;
  private final byte[] body;
  private final ByteArrayOutputStream answer = new ByteArrayOutputStream();
  private int status;

  public AskedExchange(
      String method, String path, String query, Map<String, String> headers, String body) {
    this.method = method;
    this.path = path;
    this.query = query;
    this.headers = headers;
    this.body = body.getBytes(StandardCharsets.UTF_8);
  }

  /** 0 if there was no answer. */
  public int status() {
    return status;
  }

  public String answer() {
    return answer.toString(StandardCharsets.UTF_8);
  }

  @Override
  public String method() {
    return method.equals("HEAD") ? "GET" : method;
  }

  @Override
  public boolean headOnly() {
    return method.equals("HEAD");
  }

  @Override
  public String path() {
    return path;
  }

  @Override
  public String query() {
    return query;
  }

  @Override
  public @Nullable String header(String name) {
    return headers.get(name);
  }

  @Override
  public List<String> headers(String name) {
    String value = headers.get(name);
    return value == null ? List.of() : List.of(value);
  }

  @Override
  public List<String> headerNames() {
    return List.copyOf(headers.keySet());
  }

  @Override
  public String auditId() {
    return "audit";
  }

  @Override
  public String remoteAddress() {
    return "127.0.0.1";
  }

  @Override
  public List<X509Certificate> clientCertificates() {
    return List.of();
  }

  @Override
  public byte[] body(int limit) {
    return body;
  }

  /** Over as soon as it began: the next is asked after this one. */
  @Override
  public void admitted(Runnable over) {
    over.run();
  }

  @Override
  public void addHeader(String name, String value) {}

  @Override
  public void passThrough(Peer peer) {
    throw new AssertionError("there is no node to go to");
  }

  @Override
  public void respond(int code, String contentType, Body sent) {
    status = code;
    add(sent);
  }

  private void add(Body sent) {
    answer.writeBytes(sent.bytes());
  }

  @Override
  public Stream stream(int code, String contentType, long length) {
    status = code;
    return new Stream() {
      @Override
      public void write(Body sent) {
        add(sent);
      }

      @Override
      public void onGone(Runnable action) {}

      @Override
      public void abort() {}

      @Override
      public void close() {}
    };
  }
}

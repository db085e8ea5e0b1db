package dev.muster.apiserver.request;

import dev.muster.client.http.Peer;
import dev.muster.http.Body;
import dev.muster.http.Exchange;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request with headers and client certificates, and nothing behind it. */
public final class FakeExchange implements Exchange {
  private final List<String> names = new ArrayList<>();
  private final List<String> values = new ArrayList<>();
  private List<X509Certificate> certificates = List.of();

  public FakeExchange with(String header, String... more) {
    for (String value : more) {
      names.add(header);
      values.add(value);
    }
    return this;
  }

  public FakeExchange with(List<X509Certificate> chain) {
    certificates = chain;
    return this;
  }

  @Override
  public String method() {
    return "GET";
  }

  @Override
  public String path() {
    return "/";
  }

  @Override
  public String query() {
    return "";
  }

  @Override
  public @Nullable String header(String name) {
    return headers(name).stream().findFirst().orElse(null);
  }

  @Override
  public List<String> headers(String name) {
    List<String> found = new ArrayList<>();
    for (int at = 0; at < names.size(); at++) {
      if (names.get(at).equalsIgnoreCase(name)) {
        found.add(values.get(at));
      }
    }
    return found;
  }

  @Override
  public List<String> headerNames() {
    return names.stream().distinct().toList();
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
    return certificates;
  }

  @Override
  public byte[] body(int limit) {
    return new byte[0];
  }

  @Override
  public void admitted(Runnable over) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void addHeader(String name, String value) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void passThrough(Peer peer) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void respond(int status, String contentType, Body body) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Stream stream(int status, String contentType, long length) {
    throw new UnsupportedOperationException();
  }
}

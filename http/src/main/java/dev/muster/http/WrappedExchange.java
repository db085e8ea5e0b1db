package dev.muster.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.http.Peer;
import java.io.InputStream;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** An exchange that is another one, apart from what a subclass makes of it. */
public abstract class WrappedExchange implements Exchange {
  private final Exchange inner;

  protected WrappedExchange(Exchange inner) {
    this.inner = inner;
  }

  @Override
  public <T extends Exchange> @Nullable T layer(Class<T> type) {
    return type.isInstance(this) ? type.cast(this) : inner.layer(type);
  }

  @Override
  public <T> T elsewhere(Callable<T> work) throws Exception {
    return inner.elsewhere(work);
  }

  @Override
  public void respond(int code, String contentType, Body body) {
    inner.respond(code, contentType, body);
  }

  @Override
  public Stream stream(int code, String contentType, long length) {
    return inner.stream(code, contentType, length);
  }

  @Override
  public void passThrough(Peer peer) {
    inner.passThrough(peer);
  }

  @Override
  public String method() {
    return inner.method();
  }

  @Override
  public boolean headOnly() {
    return inner.headOnly();
  }

  @Override
  public String path() {
    return inner.path();
  }

  @Override
  public String query() {
    return inner.query();
  }

  @Override
  public @Nullable String header(String name) {
    return inner.header(name);
  }

  @Override
  public List<String> headers(String name) {
    return inner.headers(name);
  }

  @Override
  public List<String> headerNames() {
    return inner.headerNames();
  }

  @Override
  public String authority() {
    return inner.authority();
  }

  @Override
  public String auditId() {
    return inner.auditId();
  }

  @Override
  public String remoteAddress() {
    return inner.remoteAddress();
  }

  @Override
  public String network() {
    return inner.network();
  }

  @Override
  public void admitted(Runnable over) {
    inner.admitted(over);
  }

  @Override
  public List<X509Certificate> clientCertificates() {
    return inner.clientCertificates();
  }

  @Override
  public byte[] body(int limit) {
    return inner.body(limit);
  }

  @Override
  public void understood(ObjectNode object) {
    inner.understood(object);
  }

  @Override
  public void patches(byte[] patch) {
    inner.patches(patch);
  }

  @Override
  public long bodyLength() {
    return inner.bodyLength();
  }

  @Override
  public InputStream input() {
    return inner.input();
  }

  @Override
  public void onGone(Runnable action) {
    inner.onGone(action);
  }

  @Override
  public void ifGone(Runnable action) {
    inner.ifGone(action);
  }

  @Override
  public void addHeader(String name, String value) {
    inner.addHeader(name, value);
  }
}

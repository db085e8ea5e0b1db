package dev.muster.apiserver.metrics;

import dev.muster.apiserver.http.Body;
import dev.muster.apiserver.http.Exchange;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * An exchange that counts itself. INVARIANT: just before the client can know that the answer is
 * complete, so that whoever looks afterwards finds it counted.
 */
final class MeteredExchange implements Exchange {
  private final Exchange inner;
  private final LongAdder underWay;
  private final long started = System.nanoTime();
  private @Nullable RequestCells cells;
  private @Nullable LongAdder open;
  private boolean finished;
  private int status;

  MeteredExchange(Exchange inner, LongAdder underWay) {
    this.inner = inner;
    this.underWay = underWay;
    this.open = underWay;
    underWay.increment();
  }

  void understood(RequestCells what) {
    cells = what;
  }

  @Nullable RequestCells cells() {
    return cells;
  }

  /**
   * Counts the request unless that has been done.
   *
   * @param code that of the failure, if the endpoint has not begun to answer
   * @param size of the answer; negative if that is not known
   */
  void finish(@Nullable RequestCells what, int code, long size) {
    if (finished || what == null) {
      return;
    }
    finished = true;
    if (open != null) {
      open.decrement();
    }
    what.finished(status == 0 ? code : status, size, (System.nanoTime() - started) / 1e9);
  }

  @Override
  public void respond(int code, String contentType, Body body) {
    status = code;
    finish(cells, code, body.length());
    inner.respond(code, contentType, body);
  }

  @Override
  public Stream stream(int code, String contentType) {
    Stream opened = inner.stream(code, contentType);
    status = code;
    RequestCells known = cells;
    if (known == null) {
      return opened;
    }
    underWay.decrement();
    known.longRunning.increment();
    open = known.longRunning;
    return new MeteredStream(opened, known);
  }

  private final class MeteredStream implements Stream {
    private final Stream stream;
    private final RequestCells known;

    MeteredStream(Stream stream, RequestCells known) {
      this.stream = stream;
      this.known = known;
    }

    @Override
    public void write(Body body) {
      body.eachLine(
          length -> {
            known.watchEvents.increment();
            known.watchSizes.observe((double) length);
          });
      stream.write(body);
    }

    @Override
    public void onGone(Runnable action) {
      stream.onGone(action);
    }

    @Override
    public void close() {
      finish(known, status, -1);
      stream.close();
    }
  }

  @Override
  public String method() {
    return inner.method();
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
  public String auditId() {
    return inner.auditId();
  }

  @Override
  public String remoteAddress() {
    return inner.remoteAddress();
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
  public void addHeader(String name, String value) {
    inner.addHeader(name, value);
  }
}

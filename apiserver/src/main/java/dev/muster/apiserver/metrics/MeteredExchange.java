package dev.muster.apiserver.metrics;

import dev.muster.client.http.Peer;
import dev.muster.http.Body;
import dev.muster.http.Exchange;
import dev.muster.http.Messages;
import dev.muster.http.WrappedExchange;
import dev.muster.http.WrappedStream;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * An exchange that counts itself. INVARIANT: just before the client can know that the answer is
 * complete, so that whoever looks afterwards finds it counted.
 */
final class MeteredExchange extends WrappedExchange {
  private final LongAdder underWay;
  private final long started = System.nanoTime();
  private @Nullable RequestCells cells;
  private @Nullable LongAdder open;
  private boolean finished;
  private int status;

  MeteredExchange(Exchange inner, LongAdder underWay) {
    super(inner);
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
    super.respond(code, contentType, body);
  }

  @Override
  public void passThrough(Peer peer) {
    status = 101;
    finish(cells, 101, -1);
    super.passThrough(peer);
  }

  @Override
  public Stream stream(int code, String contentType, long length) {
    Stream opened = super.stream(code, contentType, length);
    status = code;
    RequestCells known = cells;
    if (known == null) {
      return opened;
    }
    underWay.decrement();
    known.longRunning.increment();
    open = known.longRunning;
    return new MeteredStream(opened, contentType, known);
  }

  private final class MeteredStream extends WrappedStream {
    private final String contentType;
    private final RequestCells known;

    MeteredStream(Stream stream, String contentType, RequestCells known) {
      super(stream);
      this.contentType = contentType;
      this.known = known;
    }

    @Override
    public void write(Body body) {
      Messages.eachLength(
          contentType,
          body,
          length -> {
            known.watchEvents.increment();
            known.watchSizes.observe((double) length);
          });
      super.write(body);
    }

    @Override
    public void abort() {
      finish(known, status, -1);
      super.abort();
    }

    @Override
    public void close() {
      finish(known, status, -1);
      super.close();
    }
  }
}

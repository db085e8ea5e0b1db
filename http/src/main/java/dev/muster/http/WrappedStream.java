package dev.muster.http;

/**
 * A stream that is another one, apart from what a subclass makes of it. What is written by weight
 * comes to {@link #write(Body)}, unless a subclass passes it on.
 */
public abstract class WrappedStream implements Exchange.Stream {
  private final Exchange.Stream inner;

  protected WrappedStream(Exchange.Stream inner) {
    this.inner = inner;
  }

  @Override
  public void write(Body body) {
    inner.write(body);
  }

  @Override
  public void onGone(Runnable action) {
    inner.onGone(action);
  }

  @Override
  public void abort() {
    inner.abort();
  }

  @Override
  public void close() {
    inner.close();
  }
}

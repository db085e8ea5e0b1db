package dev.muster.http;

import java.nio.channels.ClosedChannelException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;

/** An answer without an end of its own. It may be silent for ever, but not slow for ever. */
final class JettyStream implements LiveStream {
  private final Request request;
  private final Response response;
  private final Callback callback;
  private final BodyWriter writer;
  private final OpenStreams streams;
  private final GoneActions whenGone = new GoneActions();
  private boolean head;
  private boolean closed;
  private volatile boolean broken;

  JettyStream(
      Request request,
      Response response,
      Callback callback,
      BodyWriter writer,
      OpenStreams streams) {
    this.request = request;
    this.response = response;
    this.callback = callback;
    this.writer = writer;
    this.streams = streams;
  }

  /** Sends the headers and begins to look out for the client's end. */
  void open(boolean headOnly) {
    head = headOnly;
    boolean http1 = request.getConnectionMetaData().getHttpVersion() != HttpVersion.HTTP_2;
    if (http1) {
      // while the answer lasts, input is read only to see its end: the connection cannot go on
      response.getHeaders().put(HttpHeader.CONNECTION, "close");
    }
    request.addHttpStreamWrapper(
        stream -> {
          stream.setIdleTimeout(0);
          return stream;
        });
    streams.add(this);
    request.addFailureListener(this::clientGone);
    send(() -> writer.writeAndWait(BufferUtil.EMPTY_BUFFER));
    if (http1) {
      EndPoint endPoint = request.getConnectionMetaData().getConnection().getEndPoint();
      new InputWatch(endPoint, this::clientGone).start();
    }
  }

  @Override
  public void write(Body body) {
    if (closed) {
      throw new IllegalStateException("the stream is closed");
    }
    if (broken) {
      throw new ClientGoneException(new ClosedChannelException());
    }
    if (!head) {
      send(() -> writer.write(body));
    }
  }

  private void send(Runnable write) {
    try {
      write.run();
    } catch (ClientGoneException e) {
      clientGone(e);
      throw e;
    }
  }

  @Override
  public void onGone(Runnable action) {
    whenGone.add(action);
  }

  private void clientGone(Throwable cause) {
    broken = true;
    gone();
  }

  @Override
  public void gone() {
    whenGone.run();
  }

  @Override
  public void abort() {
    broken = true;
    close();
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    streams.remove(this);
    whenGone.forget();
    if (broken) {
      callback.failed(new Request.Handler.AbortException());
    } else {
      response.write(true, BufferUtil.EMPTY_BUFFER, callback);
    }
  }
}

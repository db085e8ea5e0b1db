package dev.muster.http;

import dev.muster.model.status.Status;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.core.CloseStatus;
import org.eclipse.jetty.websocket.core.Configuration;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.Frame;
import org.eclipse.jetty.websocket.core.FrameHandler;
import org.eclipse.jetty.websocket.core.OpCode;
import org.eclipse.jetty.websocket.core.WebSocketComponents;
import org.eclipse.jetty.websocket.core.server.Handshaker;
import org.eclipse.jetty.websocket.core.server.WebSocketServerComponents;

/**
 * A stream carried by a WebSocket: each line of the answer is a text message, each message of
 * protobuf a binary one. What the client sends is thrown away, but for the end of the connection.
 * The request's thread must not be the one that Jetty waits for: the connection changes hands only
 * after that has returned.
 */
final class WebSocketStream implements LiveStream, FrameHandler {
  private static final Duration GOODBYE = Duration.ofSeconds(5);
  private static final Handshaker HANDSHAKER = Handshaker.newInstance();

  private final boolean binary;
  private final Duration timeout;
  private final OpenStreams streams;
  private final GoneActions whenGone = new GoneActions();
  private final CompletableFuture<CoreSession> session = new CompletableFuture<>();
  private volatile boolean broken;
  private boolean closed;

  WebSocketStream(String contentType, Duration timeout, OpenStreams streams) {
    this.binary = Messages.delimitedByLength(contentType);
    this.timeout = timeout;
    this.streams = streams;
  }

  static boolean isRequested(Request request) {
    return HANDSHAKER.isWebSocketUpgradeRequest(request);
  }

  /** Shakes hands and waits until messages can be sent. */
  void open(Request request, Response response, Callback callback) {
    Configuration.ConfigurationCustomizer silentForEver =
        new Configuration.ConfigurationCustomizer();
    silentForEver.setIdleTimeout(Duration.ZERO);
    boolean agreed =
        HANDSHAKER.upgradeRequest(
            (offer, answer, refused) -> this,
            request,
            response,
            callback,
            components(request.getConnectionMetaData().getConnector().getServer()),
            silentForEver);
    if (!agreed) {
      throw Status.badRequest("the WebSocket handshake of the request is malformed").exception();
    }
    streams.add(this);
    CoreSession ready = opened();
    if (!ready.isOutputOpen()) {
      throw new ClientGoneException(new ClosedChannelException());
    }
  }

  private WebSocketComponents components(Server server) {
    synchronized (streams) {
      return WebSocketServerComponents.ensureWebSocketComponents(server);
    }
  }

  private CoreSession opened() {
    try {
      return session.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new ClientGoneException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClientGoneException(e);
    }
  }

  @Override
  public void write(Body body) {
    if (closed) {
      throw new IllegalStateException("the stream is closed");
    }
    for (ByteBuffer message : binary ? Messages.byLength(body) : Messages.lines(body)) {
      if (broken) {
        throw new ClientGoneException(new ClosedChannelException());
      }
      Completion sent = new Completion();
      opened().sendFrame(new Frame(binary ? OpCode.BINARY : OpCode.TEXT, message), sent, false);
      Throwable failure = sent.await(timeout);
      if (failure != null) {
        clientGone();
        throw new ClientGoneException(failure);
      }
    }
  }

  @Override
  public void onGone(Runnable action) {
    whenGone.add(action);
  }

  @Override
  public void gone() {
    whenGone.run();
  }

  private void clientGone() {
    broken = true;
    gone();
  }

  @Override
  public void abort() {
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
    // a session that never opened has nothing to close
    CompletableFuture<Void> unused =
        session.thenAccept(
            open -> {
              // the client answers, or is not waited for
              open.setIdleTimeout(GOODBYE);
              open.close(CloseStatus.NORMAL, "", Callback.NOOP);
            });
  }

  @Override
  public void onOpen(CoreSession open, Callback callback) {
    session.complete(open);
    callback.succeeded();
    open.demand();
  }

  @Override
  public void onFrame(Frame frame, Callback callback) {
    if (frame.getOpCode() == OpCode.PING) {
      ByteBuffer echo = ByteBuffer.allocate(frame.getPayloadLength()).put(frame.getPayload());
      session.join().sendFrame(new Frame(OpCode.PONG, echo.flip()), Callback.NOOP, false);
    }
    callback.succeeded();
    if (frame.getOpCode() == OpCode.CLOSE) {
      clientGone();
    } else {
      session.join().demand();
    }
  }

  @Override
  public void onError(Throwable cause, Callback callback) {
    session.completeExceptionally(cause);
    clientGone();
    callback.succeeded();
  }

  @Override
  public void onClosed(CloseStatus status, Callback callback) {
    session.completeExceptionally(new ClosedChannelException());
    clientGone();
    callback.succeeded();
  }
}

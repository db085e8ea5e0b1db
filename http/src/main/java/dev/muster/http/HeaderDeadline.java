package dev.muster.http;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.NegotiatingServerConnection;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.internal.HttpConnection;

/**
 * Closes connections whose TLS handshake, or whose headers of a request, take too long. The idle
 * time-out alone would let a client hold a connection for ever, a byte at a time.
 */
final class HeaderDeadline implements Runnable {
  private final ServerConnector connector;
  private final Duration allowed;

  private HeaderDeadline(ServerConnector connector, Duration allowed) {
    this.connector = connector;
    this.allowed = allowed;
  }

  /** Watches the connections of the connector for as long as that runs. */
  static void watch(ServerConnector connector, Duration allowed) {
    new HeaderDeadline(connector, allowed).scheduleNext();
  }

  private void scheduleNext() {
    connector
        .getScheduler()
        .schedule(this, Math.max(1, allowed.toMillis() / 4), TimeUnit.MILLISECONDS);
  }

  @Override
  public void run() {
    if (!connector.isRunning()) {
      return;
    }
    for (EndPoint endPoint : connector.getConnectedEndPoints()) {
      if (endPoint.getConnection() instanceof SslConnection tls && isLate(endPoint, tls)) {
        endPoint.close();
      }
    }
    scheduleNext();
  }

  private boolean isLate(EndPoint endPoint, SslConnection tls) {
    Connection inner = tls.getSslEndPoint().getConnection();
    if (inner instanceof NegotiatingServerConnection) {
      return System.currentTimeMillis() - endPoint.getCreatedTimeStamp() > allowed.toMillis();
    }
    if (inner instanceof HttpConnection http) {
      HttpParser parser = http.getParser();
      HttpParser.State state = parser.getState();
      long begun = parser.getBeginNanoTime();
      return state.compareTo(HttpParser.State.START) > 0
          && state.compareTo(HttpParser.State.CONTENT) < 0
          && begun != 0
          && System.nanoTime() - begun > allowed.toNanos();
    }
    return false;
  }
}

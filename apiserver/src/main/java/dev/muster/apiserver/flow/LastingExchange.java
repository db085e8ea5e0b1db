package dev.muster.apiserver.flow;

import dev.muster.client.http.Peer;
import dev.muster.http.Exchange;
import dev.muster.http.WrappedExchange;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.function.UnaryOperator;

/** An exchange that may go on after its thread has ended, and counts until it does. */
final class LastingExchange extends WrappedExchange {
  private final Turn turn;
  private final UnaryOperator<Stream> counted;

  /**
   * @param counted makes its bytes count, too
   */
  LastingExchange(Exchange inner, Turn turn, UnaryOperator<Stream> counted) {
    super(inner);
    this.turn = turn;
    this.counted = counted;
  }

  @Override
  public Stream stream(int code, String contentType, long length) {
    return counted.apply(super.stream(code, contentType, length));
  }

  @Override
  public void passThrough(Peer peer) {
    Turn connection = turn.handOver();
    try {
      super.passThrough(new CountedPeer(peer, connection));
    } catch (RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  private record CountedPeer(Peer peer, Turn connection) implements Peer {
    @Override
    public InputStream in() {
      return peer.in();
    }

    @Override
    public OutputStream out() throws IOException {
      return peer.out();
    }

    @Override
    public void endOutput() throws IOException {
      peer.endOutput();
    }

    @Override
    public void close() throws IOException {
      connection.close();
      peer.close();
    }
  }
}

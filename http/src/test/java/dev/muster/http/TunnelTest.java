package dev.muster.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.client.http.Peer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import org.eclipse.jetty.io.ByteArrayEndPoint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class TunnelTest {
  /** A peer that says nothing and keeps what it is told. */
  private static final class Quiet implements Peer {
    private final PipedInputStream told = new PipedInputStream();
    private final OutputStream out;
    private final PipedInputStream in;
    private final PipedOutputStream silence = new PipedOutputStream();

    Quiet() throws IOException {
      out = new PipedOutputStream(told);
      in = new PipedInputStream(silence);
    }

    @Override
    public InputStream in() {
      return in;
    }

    @Override
    public OutputStream out() {
      return out;
    }

    @Override
    public void endOutput() throws IOException {
      out.close();
    }

    @Override
    public void close() throws IOException {
      silence.close();
      out.close();
    }
  }

  @Test
  void beingWokenForNothingIsNoEnd() throws Exception {
    Quiet peer = new Quiet();
    Semaphore reads = new Semaphore(0);
    ByteArrayEndPoint client =
        new ByteArrayEndPoint() {
          @Override
          public int fill(ByteBuffer buffer) throws IOException {
            reads.release();
            return super.fill(buffer);
          }
        };
    Tunnel tunnel = new Tunnel(client, Runnable::run, peer, Duration.ofSeconds(5));
    client.setConnection(tunnel);
    tunnel.onOpen();
    while (!client.isFillInterested()) {
      Thread.onSpinWait();
    }
    // as when somebody else's wait for the same bytes has just ended
    reads.acquire();
    tunnel.onFillable();
    reads.acquire();
    tunnel.onFillable();
    reads.acquire();
    client.addInputAndExecute("hello");
    assertThat(new String(peer.told.readNBytes(5), StandardCharsets.US_ASCII)).isEqualTo("hello");
    client.addInputEOF();
    assertThat(peer.told.read()).isEqualTo(-1);
    tunnel.close();
  }
}

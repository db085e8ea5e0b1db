package dev.muster.runtime.streaming;

import io.netty.channel.Channel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** Ports whose client opens two streams for each connection: one for errors, one for data. */
final class SpdyPorts implements SpdyConnection.Streams {
  private static final int MOST_WAITING = 64;

  private final PortSession session;
  private final Map<String, SpdyStream> errors = new HashMap<>();

  SpdyPorts(PortSession session) {
    this.session = session;
  }

  static void serve(Channel channel, PortSession session) {
    SpdyConnection.serve(channel, new SpdyPorts(session));
  }

  @Override
  public void opened(SpdyStream stream) {
    String request = stream.header("requestid");
    switch (stream.header("streamtype")) {
      case "error" -> {
        if (errors.size() < MOST_WAITING) {
          errors.put(request, stream);
        }
      }
      case "data" -> {
        SpdyStream error = errors.remove(request);
        if (error != null) {
          begin(stream, error);
        }
      }
      default -> {}
    }
  }

  private void begin(SpdyStream data, SpdyStream error) {
    Thread.ofPlatform()
        .daemon()
        .name("port-" + data.header("port"))
        .start(
            () -> {
              try {
                connect(data, error);
              } catch (IOException gone) {
                // nobody is there to be told
              }
            });
  }

  private void connect(SpdyStream data, SpdyStream error) throws IOException {
    try {
      session.run(port(data.header("port")), data.arrival(), data.departure());
    } catch (IOException e) {
      error
          .departure()
          .write(
              ("error forwarding port " + data.header("port") + " to pod: " + e.getMessage())
                  .getBytes(StandardCharsets.UTF_8));
    }
    data.departure().close();
    error.departure().close();
  }

  private static int port(String text) throws IOException {
    try {
      int port = Integer.parseInt(text);
      if (port > 0 && port <= 65535) {
        return port;
      }
    } catch (NumberFormatException e) {
      // as below
    }
    throw new IOException("\"" + text + "\" is not a port");
  }

  @Override
  public void gone() {
    errors.clear();
  }
}

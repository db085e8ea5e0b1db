package dev.muster.runtime.streaming;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A command whose client opens a stream for each of its streams; it begins when all are there. */
final class SpdyCommand implements SpdyConnection.Streams {
  private final Channel channel;
  private final CommandSession session;
  private final String protocol;
  private final Set<String> missing = new TreeSet<>();
  private final Map<String, SpdyStream> found = new HashMap<>();
  private @Nullable ClientStreams streams;

  SpdyCommand(Channel channel, Wanted wanted, CommandSession session, String protocol) {
    this.channel = channel;
    this.session = session;
    this.protocol = protocol;
    missing.add("error");
    if (wanted.stdin()) {
      missing.add("stdin");
    }
    if (wanted.stdout()) {
      missing.add("stdout");
    }
    if (wanted.stderr() && !wanted.tty()) {
      missing.add("stderr");
    }
    if (wanted.tty() && hasResize(protocol)) {
      missing.add("resize");
    }
  }

  @Override
  public void opened(SpdyStream stream) {
    String type = stream.header("streamtype");
    if (!missing.remove(type)) {
      return;
    }
    found.put(type, stream);
    if (missing.isEmpty()) {
      begin();
    }
  }

  private void begin() {
    SpdyStream error = found.get("error");
    SpdyStream stdin = found.get("stdin");
    Arrival input = stdin == null ? new Arrival(channel) : stdin.arrival();
    if (stdin == null) {
      input.end();
    }
    ClientStreams client = new ClientStreams(input, output("stdout"), output("stderr"));
    streams = client;
    SpdyStream resize = found.get("resize");
    if (resize != null) {
      Thread.ofPlatform().daemon().name("resize").start(() -> sizes(resize, client));
    }
    Thread.ofPlatform()
        .daemon()
        .name("command")
        .start(
            () -> {
              StreamOutcome outcome = StreamOutcome.of(session, client);
              try {
                byte[] message = outcome.message(protocol.startsWith("v4."));
                if (error != null && message.length > 0) {
                  error.departure().write(message);
                }
                for (SpdyStream each : found.values()) {
                  each.departure().close();
                }
              } catch (IOException gone) {
                // nobody is there to be told
              }
              Sending.thenClose(channel, Unpooled.EMPTY_BUFFER);
            });
  }

  /** Sizes come as JSON objects, one after the other on the stream. */
  private static void sizes(SpdyStream resize, ClientStreams client) {
    byte[] buffer = new byte[4096];
    try {
      for (int n = resize.arrival().read(buffer); n >= 0; n = resize.arrival().read(buffer)) {
        for (String each : new String(buffer, 0, n, StandardCharsets.UTF_8).split("(?<=\\})")) {
          client.resized(each.getBytes(StandardCharsets.UTF_8));
        }
      }
    } catch (IOException ended) {
      // no more sizes
    }
  }

  private OutputStream output(String type) {
    SpdyStream stream = found.get(type);
    return stream == null ? OutputStream.nullOutputStream() : stream.departure();
  }

  private static boolean hasResize(String protocol) {
    return protocol.startsWith("v3.") || protocol.startsWith("v4.");
  }

  @Override
  public void gone() {
    if (streams != null) {
      streams.leave();
    }
  }
}

package dev.muster.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.model.status.Status;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Streams over WebSockets. */
@Timeout(120)
class WebSocketStreamTest {
  @TempDir Path directory;
  private @Nullable TestServer server;

  @AfterEach
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  private WebSocket connect(Endpoint endpoint, Messages messages) throws Exception {
    server = TestServer.start(directory, TestServer.options(), endpoint);
    return server
        .client(HttpClient.Version.HTTP_1_1)
        .newWebSocketBuilder()
        .buildAsync(URI.create("wss://localhost:" + server.server.port() + "/watch"), messages)
        .join();
  }

  /** What the client got, in order. */
  private static final class Messages implements WebSocket.Listener {
    private final BlockingQueue<String> all = new LinkedBlockingQueue<>();
    private final StringBuilder text = new StringBuilder();

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence part, boolean last) {
      text.append(part);
      if (last) {
        all.add(text.toString());
        text.setLength(0);
      }
      socket.request(1);
      return null;
    }

    @Override
    public @Nullable CompletionStage<?> onPong(WebSocket socket, ByteBuffer payload) {
      all.add("pong " + StandardCharsets.UTF_8.decode(payload));
      socket.request(1);
      return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
      all.add("closed " + code);
      return null;
    }

    String next() throws InterruptedException {
      String message = all.poll(60, TimeUnit.SECONDS);
      return message == null ? "nothing within a minute" : message;
    }
  }

  private static Body body(String text) {
    return Body.of(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void everyLineIsAMessageAndTheEndIsAClose() throws Exception {
    Messages messages = new Messages();
    connect(
        exchange -> {
          try (Exchange.Stream out = exchange.stream(200, "application/json")) {
            out.write(body("one\ntwo\n"));
            out.write(body("three\n"));
          }
        },
        messages);
    assertThat(messages.next()).isEqualTo("one\n");
    assertThat(messages.next()).isEqualTo("two\n");
    assertThat(messages.next()).isEqualTo("three\n");
    assertThat(messages.next()).isEqualTo("closed 1000");
  }

  @Test
  void largeMessagesArriveWhole() throws Exception {
    String large = "x".repeat(300_000) + "\n";
    Messages messages = new Messages();
    connect(
        exchange -> {
          try (Exchange.Stream out = exchange.stream(200, "application/json")) {
            out.write(body(large));
          }
        },
        messages);
    assertThat(messages.next()).isEqualTo(large);
  }

  @Test
  void aClientThatClosesIsNoticed() throws Exception {
    CountDownLatch gone = new CountDownLatch(1);
    WebSocket socket = connect(untilGone(gone), new Messages());
    socket.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
    assertThat(gone.await(60, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aClientThatVanishesIsNoticed() throws Exception {
    CountDownLatch gone = new CountDownLatch(1);
    WebSocket socket = connect(untilGone(gone), new Messages());
    socket.abort();
    assertThat(gone.await(60, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aServerThatStopsEndsTheStream() throws Exception {
    CountDownLatch gone = new CountDownLatch(1);
    Messages messages = new Messages();
    connect(untilGone(gone), messages);
    if (server != null) {
      server.close();
    }
    assertThat(gone.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(messages.next()).startsWith("closed ");
  }

  @Test
  void pingsAreAnswered() throws Exception {
    Messages messages = new Messages();
    WebSocket socket = connect(untilGone(new CountDownLatch(1)), messages);
    socket.sendPing(ByteBuffer.wrap(new byte[] {'h', 'i'})).join();
    assertThat(messages.next()).isEqualTo("pong hi");
    socket.abort();
  }

  @Test
  void aRefusalIsAnOrdinaryAnswer() {
    assertThatThrownBy(
            () ->
                connect(
                    exchange -> {
                      throw Status.methodNotAllowed().exception();
                    },
                    new Messages()))
        .isInstanceOf(CompletionException.class)
        .cause()
        .isInstanceOfSatisfying(
            WebSocketHandshakeException.class,
            refusal -> assertThat(refusal.getResponse().statusCode()).isEqualTo(405));
  }

  /** Streams nothing until the client is gone, which may be before the stream has begun. */
  private static Endpoint untilGone(CountDownLatch gone) {
    return exchange -> {
      try (Exchange.Stream out = exchange.stream(200, "application/json")) {
        out.onGone(gone::countDown);
        gone.await();
      } catch (ClientGoneException e) {
        gone.countDown();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    };
  }
}

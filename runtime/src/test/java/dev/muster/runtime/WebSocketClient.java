package dev.muster.runtime;

import dev.muster.testing.Await;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A client of channels over a WebSocket, as kubectl is one. */
final class WebSocketClient implements WebSocket.Listener, AutoCloseable {
  private final HttpClient http = HttpClient.newHttpClient();
  private final Map<Integer, ByteArrayOutputStream> channels = new ConcurrentHashMap<>();
  private final ByteArrayOutputStream message = new ByteArrayOutputStream();
  private final CompletableFuture<Integer> closed = new CompletableFuture<>();
  private final WebSocket socket;
  private volatile boolean held;

  WebSocketClient(String url, String protocol) {
    socket =
        http.newWebSocketBuilder()
            .subprotocols(protocol)
            .buildAsync(URI.create(url.replace("http:", "ws:")), this)
            .join();
  }

  String protocol() {
    return socket.getSubprotocol();
  }

  void send(int channel, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    ByteBuffer buffer = ByteBuffer.allocate(bytes.length + 1).put((byte) channel).put(bytes).flip();
    socket.sendBinary(buffer, true).join();
  }

  /** Tells, as version 5 can, that a channel has ended. */
  void end(int channel) {
    socket.sendBinary(ByteBuffer.wrap(new byte[] {(byte) 255, (byte) channel}), true).join();
  }

  /** Says goodbye, and waits for nothing. */
  void leave() {
    socket.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
  }

  /** Does not answer the server's goodbye by itself. */
  void holdGoodbye() {
    held = true;
  }

  String text(int channel) {
    synchronized (channels) {
      ByteArrayOutputStream bytes = channels.get(channel);
      return bytes == null ? "" : bytes.toString(StandardCharsets.UTF_8);
    }
  }

  void awaitText(int channel, String text) throws Exception {
    Await.until("\"" + text + "\"", () -> text(channel), said -> said.contains(text));
  }

  int awaitClose() throws Exception {
    return closed.get(20, TimeUnit.SECONDS);
  }

  @Override
  public @Nullable CompletionStage<?> onBinary(WebSocket from, ByteBuffer data, boolean last) {
    byte[] bytes = new byte[data.remaining()];
    data.get(bytes);
    message.writeBytes(bytes);
    if (last) {
      byte[] whole = message.toByteArray();
      message.reset();
      synchronized (channels) {
        channels
            .computeIfAbsent((int) whole[0], k -> new ByteArrayOutputStream())
            .write(whole, 1, whole.length - 1);
      }
    }
    from.request(1);
    return null;
  }

  @Override
  public @Nullable CompletionStage<?> onClose(WebSocket from, int status, String reason) {
    closed.complete(status);
    return held ? new CompletableFuture<Void>() : null;
  }

  @Override
  public void onError(WebSocket from, Throwable error) {
    closed.completeExceptionally(error);
  }

  @Override
  public void close() {
    socket.abort();
    http.close();
  }
}

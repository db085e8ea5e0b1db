package dev.muster.runtime.streaming;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** Streams of one client, whichever way it is connected. */
final class ClientStreams implements CommandStreams {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Arrival stdin;
  private final OutputStream stdout;
  private final OutputStream stderr;
  private @Nullable Resizes resizes;
  private int columns;
  private int rows;
  private @Nullable Runnable gone;
  private boolean left;

  ClientStreams(Arrival stdin, OutputStream stdout, OutputStream stderr) {
    this.stdin = stdin;
    this.stdout = stdout;
    this.stderr = stderr;
  }

  @Override
  public InputStream stdin() {
    return stdin;
  }

  @Override
  public OutputStream stdout() {
    return stdout;
  }

  @Override
  public OutputStream stderr() {
    return stderr;
  }

  @Override
  public synchronized void onResize(Resizes listener) {
    resizes = listener;
    if (columns > 0) {
      listener.to(columns, rows);
    }
  }

  @Override
  public void onGone(Runnable action) {
    boolean now;
    synchronized (this) {
      gone = action;
      now = left;
    }
    if (now) {
      action.run();
    }
  }

  void input(byte[] bytes) {
    stdin.add(bytes);
  }

  void endInput() {
    stdin.end();
  }

  /** A message such as {"Width":80,"Height":24}; anything else is ignored. */
  synchronized void resized(byte[] message) {
    try {
      JsonNode size = JSON.readTree(message);
      int width = size.path("Width").asInt();
      int height = size.path("Height").asInt();
      if (width <= 0 || height <= 0 || width > 0xffff || height > 0xffff) {
        return;
      }
      columns = width;
      rows = height;
    } catch (IOException notJson) {
      return;
    }
    if (resizes != null) {
      resizes.to(columns, rows);
    }
  }

  /** The client went away. */
  void leave() {
    stdin.end();
    Runnable action;
    synchronized (this) {
      left = true;
      action = gone;
    }
    if (action != null) {
      Thread.ofPlatform().daemon().name("client-gone").start(action);
    }
  }
}

package dev.muster.runtime.streaming;

import java.io.InputStream;
import java.io.OutputStream;

/** What a client and a command have between them. Streams that were not asked for are empty. */
public interface CommandStreams {
  /** Takes the sizes of the client's terminal. */
  @FunctionalInterface
  interface Resizes {
    void to(int columns, int rows);
  }

  InputStream stdin();

  OutputStream stdout();

  OutputStream stderr();

  /** Sizes that came before are told at once. */
  void onResize(Resizes resizes);

  /** Runs when the client goes away before the end; at once if it has. */
  void onGone(Runnable action);
}

package dev.muster.http;

/** A stream that a stopping server can end. */
interface LiveStream extends Exchange.Stream {
  /** Tells those who write to the stream that nobody reads it any more. */
  void gone();
}

package dev.muster.cli.kubeconfig;

import java.io.IOException;

/** A server that is there and does not do what it is asked for. */
public final class RefusedException extends IOException {
  private static final long serialVersionUID = 1;

  private final String sentence;
  private final int code;

  /** What was asked for, and the server's words. */
  RefusedException(String what, String words, int code) {
    super(what + ": " + words);
    this.sentence = words;
    this.code = code;
  }

  /** Of the answer. */
  public int code() {
    return code;
  }

  /** The server's words. */
  public String sentence() {
    return sentence;
  }
}

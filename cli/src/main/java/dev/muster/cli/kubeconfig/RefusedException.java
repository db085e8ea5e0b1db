package dev.muster.cli.kubeconfig;

import java.io.IOException;

/** A server that is there and does not do what it is asked for. */
public final class RefusedException extends IOException {
  private static final long serialVersionUID = 1;

  private final String sentence;

  /** What was asked for, and the server's words. */
  RefusedException(String what, String words) {
    super(what + ": " + words);
    this.sentence = words;
  }

  /** The server's words. */
  public String sentence() {
    return sentence;
  }
}

package dev.muster.http;

/** The client closed the connection or reset the stream: there is nobody left to answer. */
public final class ClientGoneException extends RuntimeException {
  public ClientGoneException(Throwable cause) {
    super("the client is gone", cause, false, false);
  }
}

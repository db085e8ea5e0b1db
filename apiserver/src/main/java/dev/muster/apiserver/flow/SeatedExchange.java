package dev.muster.apiserver.flow;

import dev.muster.http.Body;
import dev.muster.http.Exchange;
import dev.muster.http.WrappedExchange;
import dev.muster.model.status.ApiException;
import org.jspecify.annotations.Nullable;

/**
 * An exchange whose work is done in a seat, which no client may hold by being slow: the body was
 * read before, and the answer is sent afterwards, both by the request's own thread.
 */
final class SeatedExchange extends WrappedExchange {
  private byte[] body = {};
  private @Nullable ApiException unreadable;
  private @Nullable Answer answer;

  private record Answer(int status, String contentType, Body body) {}

  SeatedExchange(Exchange inner) {
    super(inner);
  }

  /** What is wrong with the body is told when somebody asks for it. */
  void read(int limit) {
    try {
      body = super.body(limit);
    } catch (ApiException e) {
      unreadable = e;
    }
  }

  @Override
  public byte[] body(int limit) {
    if (unreadable != null) {
      throw unreadable;
    }
    return body;
  }

  @Override
  public void respond(int status, String contentType, Body content) {
    if (answer != null) {
      throw new IllegalStateException("the request was answered before");
    }
    answer = new Answer(status, contentType, content);
  }

  void send() {
    if (answer != null) {
      super.respond(answer.status, answer.contentType, answer.body);
    }
  }
}

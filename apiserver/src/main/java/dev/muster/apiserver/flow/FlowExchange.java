package dev.muster.apiserver.flow;

import dev.muster.http.Body;
import dev.muster.http.Exchange;
import dev.muster.http.WrappedExchange;

/**
 * An exchange whose request has its seats while it is worked on, and not while it waits for its
 * client: it takes them once the body is there, and gives them back when the answer begins.
 */
final class FlowExchange extends WrappedExchange {
  private final FlowRequest request;

  FlowExchange(Exchange inner, FlowRequest request) {
    super(inner);
    this.request = request;
  }

  FlowRequest request() {
    return request;
  }

  @Override
  public byte[] body(int limit) {
    byte[] body = super.body(limit);
    request.take(this);
    return body;
  }

  @Override
  public void respond(int code, String contentType, Body body) {
    request.close();
    super.respond(code, contentType, body);
  }

  @Override
  public Stream stream(int code, String contentType, long length) {
    request.close();
    return super.stream(code, contentType, length);
  }
}

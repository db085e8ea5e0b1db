package dev.muster.http;

import dev.muster.base.sockets.Strangers;
import dev.muster.model.status.ApiException;
import dev.muster.model.status.Status;
import java.util.concurrent.Semaphore;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hands requests to the endpoint and turns what it throws into answers. */
final class RequestHandler extends Handler.Abstract {
  private static final Logger LOG = LoggerFactory.getLogger(RequestHandler.class);

  /** With headers of the largest size these are 256 MiB, and those of one address 16. */
  private static final int MOST_STRANGERS = 4_096;

  static final int MOST_STRANGERS_OF_ONE_ADDRESS = 256;

  private final Endpoint endpoint;
  private final ServerOptions options;
  private final OpenStreams streams;
  private final Semaphore free;
  private final ConnectionShares connections;
  private final Strangers<Thread> strangers =
      new Strangers<>(MOST_STRANGERS, MOST_STRANGERS_OF_ONE_ADDRESS, Thread::interrupt);

  RequestHandler(
      Endpoint endpoint,
      ServerOptions options,
      OpenStreams streams,
      Semaphore freeRequests,
      ConnectionShares connections) {
    this.endpoint = endpoint;
    this.options = options;
    this.streams = streams;
    this.free = freeRequests;
    this.connections = connections;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    String auditId = AuditIds.of(request.getHeaders().get("Audit-ID"));
    String rawPath = request.getHttpURI().getPath();
    String path;
    try {
      path = RequestPath.decode(rawPath);
    } catch (ApiException e) {
      refuse(exchange(request, response, callback, "/", auditId), e.status());
      return true;
    }
    JettyExchange exchange = exchange(request, response, callback, path, auditId);
    if (HttpMethod.CONNECT.is(request.getMethod())) {
      refuse(exchange, Status.methodNotAllowed());
    } else if (!exchange.place().take()) {
      answer(exchange, () -> BusyAnswer.send(exchange, 1));
    } else if (request.getHeaders().contains("Upgrade")) {
      // the connection changes hands only after this thread has returned
      Thread.startVirtualThread(() -> runAndRelease(exchange));
    } else {
      runAndRelease(exchange);
    }
    return true;
  }

  private JettyExchange exchange(
      Request request, Response response, Callback callback, String path, String auditId) {
    return new JettyExchange(
        request,
        response,
        callback,
        options,
        streams,
        new RequestPlace(
            free, strangers, JettyExchange.network(request), () -> connections.known(request)),
        path,
        auditId);
  }

  private void runAndRelease(JettyExchange exchange) {
    try {
      run(exchange);
    } finally {
      exchange.place().close();
    }
  }

  private void run(JettyExchange exchange) {
    try {
      Exchange unused = exchange.elsewhere(() -> handle(exchange));
      if (!exchange.answered()) {
        throw new IllegalStateException("the endpoint gave no answer");
      }
      exchange.finish();
    } catch (ClientGoneException e) {
      exchange.abort(e);
    } catch (ApiException e) {
      answerOrAbort(exchange, e.status(), e);
    } catch (Exception | StackOverflowError e) {
      LOG.error(
          "request failed: method={} path={} auditId={}",
          exchange.method(),
          exchange.path(),
          exchange.auditId(),
          e);
      String message = "unexpected error, see the server's log for " + exchange.auditId();
      answerOrAbort(exchange, Status.internal(message), e);
    } catch (OutOfMemoryError e) {
      exchange.abort(e);
      // as if nobody had caught it: whoever runs the process may want to end it
      Thread thread = Thread.currentThread();
      thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
    }
  }

  private Exchange handle(Exchange exchange) throws Exception {
    endpoint.handle(exchange);
    return exchange;
  }

  private static void answerOrAbort(JettyExchange exchange, Status status, Throwable cause) {
    if (exchange.answered()) {
      exchange.abort(cause);
    } else {
      refuse(exchange, status);
    }
  }

  private static void refuse(JettyExchange exchange, Status status) {
    answer(exchange, () -> StatusAnswer.send(exchange, status));
  }

  private static void answer(JettyExchange exchange, Runnable answer) {
    try {
      answer.run();
    } catch (ClientGoneException e) {
      exchange.abort(e);
    }
  }
}

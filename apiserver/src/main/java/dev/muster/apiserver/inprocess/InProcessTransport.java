package dev.muster.apiserver.inprocess;

import dev.muster.authz.User;
import dev.muster.client.api.ApiReply;
import dev.muster.client.api.ApiRequest;
import dev.muster.client.api.ApiTransport;
import dev.muster.http.ClientGoneException;
import dev.muster.http.Endpoint;
import dev.muster.http.Exchange;
import dev.muster.http.StatusAnswer;
import dev.muster.model.status.ApiException;
import dev.muster.model.status.Status;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.ExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way to the server in the same process, as one user: everything that happens to a request from
 * outside happens to these, but for the connection and the proof of who makes them.
 */
public final class InProcessTransport implements ApiTransport {
  private static final Logger LOG = LoggerFactory.getLogger(InProcessTransport.class);

  private final Endpoint endpoint;
  private final User user;
  private final String userAgent;
  private volatile boolean closed;

  /**
   * @param userAgent what comes before its first slash is the manager of the fields that it writes
   */
  public InProcessTransport(Endpoint endpoint, User user, String userAgent) {
    this.endpoint = endpoint;
    this.user = user;
    this.userAgent = userAgent;
  }

  @Override
  public ApiReply send(ApiRequest request) throws IOException {
    if (closed) {
      throw new IOException("closed");
    }
    InProcessExchange exchange = new InProcessExchange(user, userAgent, request);
    // a thread of its own, so that whoever asks may be interrupted and the server may not
    Thread.ofVirtual().name("in-process request").start(() -> answer(exchange));
    try {
      return exchange.reply().get();
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    } catch (InterruptedException e) {
      exchange.unwanted();
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted = new InterruptedIOException("interrupted");
      interrupted.initCause(e);
      throw interrupted;
    }
  }

  private void answer(InProcessExchange exchange) {
    boolean complete = false;
    try {
      Exchange unused = exchange.elsewhere(() -> handled(exchange));
      complete = true;
    } catch (ClientGoneException e) {
      LOG.debug("nobody reads any more: path={}", exchange.path());
    } catch (ApiException e) {
      refuse(exchange, e.status());
    } catch (Exception | StackOverflowError e) {
      LOG.error(
          "request failed: user={} method={} path={}",
          user.name(),
          exchange.method(),
          exchange.path(),
          e);
      refuse(exchange, Status.internal("unexpected error, see the server's log"));
    } finally {
      exchange.finish(complete);
      exchange.reply().completeExceptionally(new IOException("the server gave no answer"));
    }
  }

  private Exchange handled(Exchange exchange) throws Exception {
    endpoint.handle(exchange);
    return exchange;
  }

  private static void refuse(InProcessExchange exchange, Status status) {
    if (!exchange.reply().isDone()) {
      StatusAnswer.send(exchange, status);
    }
  }

  @Override
  public void close() {
    closed = true;
  }
}

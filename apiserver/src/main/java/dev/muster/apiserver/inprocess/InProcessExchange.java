package dev.muster.apiserver.inprocess;

import dev.muster.authz.User;
import dev.muster.base.deadline.Deadline;
import dev.muster.client.api.ApiReply;
import dev.muster.client.api.ApiRequest;
import dev.muster.client.http.Peer;
import dev.muster.http.AuditIds;
import dev.muster.http.Body;
import dev.muster.http.Exchange;
import dev.muster.http.GoneActions;
import dev.muster.http.RequestPath;
import dev.muster.model.status.Status;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A request from the server's own process: no connection carries it, so that it needs no proof of
 * who makes it. Nothing that comes over the network can become one.
 */
public final class InProcessExchange implements Exchange {
  private static final Status LATE =
      Status.timeout(
          "request did not complete within requested timeout - context deadline exceeded");
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final User user;
  private final ApiRequest request;
  private final String path;
  private final String query;
  private final Map<String, String> headers;
  private final String auditId = AuditIds.of(null);
  private final Deadline deadline = Deadline.after(TIMEOUT, LATE::exception, () -> {});
  private final CompletableFuture<ApiReply> reply = new CompletableFuture<>();
  private final GoneActions whenGone = new GoneActions();
  private Runnable over = () -> {};
  private @Nullable InProcessStream stream;

  InProcessExchange(User user, String userAgent, ApiRequest request) {
    this.user = user;
    this.request = request;
    int mark = request.path().indexOf('?');
    this.path = RequestPath.decode(mark < 0 ? request.path() : request.path().substring(0, mark));
    this.query = mark < 0 ? "" : request.path().substring(mark + 1);
    this.headers =
        request.contentType().isEmpty()
            ? Map.of("accept", "application/json", "user-agent", userAgent)
            : Map.of(
                "accept",
                "application/json",
                "user-agent",
                userAgent,
                "content-type",
                request.contentType());
  }

  /** Who makes the request. */
  public User user() {
    return user;
  }

  /** The answer, once there is one. */
  CompletableFuture<ApiReply> reply() {
    return reply;
  }

  /** Nobody waits for the answer any more: one that goes on is over when it begins. */
  void unwanted() {
    CompletableFuture<Void> unused = reply.thenAccept(InProcessExchange::close);
  }

  private static void close(ApiReply unread) {
    try {
      unread.body().close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String method() {
    return request.method();
  }

  @Override
  public String path() {
    return path;
  }

  @Override
  public String query() {
    return query;
  }

  @Override
  public @Nullable String header(String name) {
    return headers.get(name.toLowerCase(Locale.ROOT));
  }

  @Override
  public List<String> headers(String name) {
    String value = header(name);
    return value == null ? List.of() : List.of(value);
  }

  @Override
  public List<String> headerNames() {
    return headers.keySet().stream().sorted().toList();
  }

  @Override
  public String auditId() {
    return auditId;
  }

  @Override
  public String remoteAddress() {
    return "127.0.0.1";
  }

  @Override
  public void admitted(Runnable whenOver) {
    over = whenOver;
  }

  @Override
  public List<X509Certificate> clientCertificates() {
    return List.of();
  }

  @Override
  public byte[] body(int limit) {
    if (request.body().length > limit) {
      throw Status.tooLarge("limit is " + limit).exception();
    }
    return request.body();
  }

  @Override
  public long bodyLength() {
    return request.body().length;
  }

  @Override
  public void onGone(Runnable action) {
    whenGone.add(action);
  }

  @Override
  public void ifGone(Runnable action) {
    whenGone.add(action);
  }

  @Override
  public <T> T elsewhere(Callable<T> work) throws Exception {
    return deadline.call(work);
  }

  /** Headers of answers are for people, who have other clients. */
  @Override
  public void addHeader(String name, String value) {}

  @Override
  public void respond(int status, String contentType, Body body) {
    answer(new ApiReply(status, new ByteArrayInputStream(body.bytes())));
  }

  @Override
  public Stream stream(int status, String contentType, long length) {
    InProcessStream opened = new InProcessStream(whenGone);
    answer(new ApiReply(status, opened.input()));
    stream = opened;
    return opened;
  }

  private void answer(ApiReply with) {
    if (!reply.complete(with)) {
      throw new IllegalStateException("the request was answered before");
    }
  }

  @Override
  public void passThrough(Peer peer) {
    throw Status.badRequest("a request of the server's own process has no connection to upgrade")
        .exception();
  }

  /** The endpoint has returned, or failed. */
  void finish(boolean complete) {
    if (stream != null && complete) {
      stream.close();
    } else if (stream != null) {
      stream.abort();
    }
    whenGone.forget();
    over.run();
  }
}

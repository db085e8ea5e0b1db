package dev.muster.apiserver.audit;

import dev.muster.api.status.Status;
import dev.muster.apiserver.http.Body;
import dev.muster.apiserver.http.Exchange;
import dev.muster.apiserver.http.Peer;
import dev.muster.apiserver.http.WrappedExchange;
import dev.muster.apiserver.request.LoggedUri;
import dev.muster.apiserver.request.Query;
import dev.muster.apiserver.request.RequestInfo;
import dev.muster.authz.Decision;
import dev.muster.authz.User;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** An exchange that tells the log how far it has come. Used by the thread of the request. */
final class AuditedExchange extends WrappedExchange {
  private static final User UNKNOWN = User.of("");

  private final AuditPolicy policy;
  private final AuditLog log;
  private final InstantSource clock;
  private final Instant received;
  private final RequestInfo info;
  private final Map<String, String> annotations = new LinkedHashMap<>();
  private @Nullable User user;
  private @Nullable User impersonated;
  private @Nullable AuditRule rule;
  private boolean judged;
  private boolean ended;
  private int code;

  AuditedExchange(Exchange inner, AuditPolicy policy, AuditLog log, InstantSource clock) {
    super(inner);
    this.policy = policy;
    this.log = log;
    this.clock = clock;
    this.received = clock.instant();
    this.info = RequestInfo.of(inner, Query.parse(inner.query()));
  }

  void impersonates(User other) {
    impersonated = other;
  }

  void identified(User proved) {
    user = proved;
    judge(proved);
    tell(AuditStage.REQUEST_RECEIVED, 0, null);
  }

  void decided(Decision decision) {
    annotations.put("authorization.k8s.io/decision", decision.allowed() ? "allow" : "forbid");
    annotations.put("authorization.k8s.io/reason", decision.reason());
  }

  void annotate(String key, String value) {
    annotations.putIfAbsent(key, value);
  }

  private void judge(User who) {
    judged = true;
    rule = policy.ruleFor(who, info).orElse(null);
  }

  @Override
  public <T> T elsewhere(Callable<T> work) throws Exception {
    return super.elsewhere(() -> Audit.call(this, work));
  }

  @Override
  public void respond(int status, String contentType, Body body) {
    code = status;
    super.respond(status, contentType, body);
  }

  @Override
  public Stream stream(int status, String contentType, long length) {
    code = status;
    Stream opened = super.stream(status, contentType, length);
    tell(AuditStage.RESPONSE_STARTED, status, null);
    return opened;
  }

  @Override
  public void passThrough(Peer peer) {
    code = 101;
    tell(AuditStage.RESPONSE_STARTED, code, null);
    super.passThrough(peer);
  }

  void complete() {
    end(AuditStage.RESPONSE_COMPLETE, code, null);
  }

  void refused(Status status) {
    end(AuditStage.RESPONSE_COMPLETE, status.code(), status);
  }

  void broken() {
    end(AuditStage.PANIC, 500, null);
  }

  private void end(AuditStage stage, int status, @Nullable Status answer) {
    if (!ended) {
      ended = true;
      tell(stage, status, answer);
    }
  }

  private void tell(AuditStage stage, int status, @Nullable Status answer) {
    if (!judged) {
      judge(UNKNOWN);
    }
    AuditRule logged = rule;
    if (logged == null || logged.omitted().contains(stage)) {
      return;
    }
    String agent = header("User-Agent");
    log.add(
        new AuditEvent(
            auditId(),
            stage,
            LoggedUri.of(this),
            info,
            user,
            impersonated,
            remoteAddress(),
            agent == null ? "" : agent,
            status,
            answer,
            received,
            clock.instant(),
            annotations));
  }
}

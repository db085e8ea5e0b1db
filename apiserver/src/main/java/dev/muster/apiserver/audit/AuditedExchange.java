package dev.muster.apiserver.audit;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.request.LoggedUri;
import dev.muster.apiserver.request.Query;
import dev.muster.apiserver.request.RequestInfo;
import dev.muster.authz.Decision;
import dev.muster.authz.User;
import dev.muster.client.http.Peer;
import dev.muster.http.Body;
import dev.muster.http.Exchange;
import dev.muster.http.WrappedExchange;
import dev.muster.model.status.Status;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** An exchange that tells the log how far it has come. Used by the thread of the request. */
final class AuditedExchange extends WrappedExchange {
  private static final User UNKNOWN = User.of("");

  /** Other refusals may quote what was sent. */
  private static final Set<Integer> QUOTES_NOTHING = Set.of(401, 403, 404, 405, 409, 410, 429);

  private static final Set<String> READING = Set.of("get", "list", "watch");

  /** What these answer is a workload's, and no object. */
  private static final Set<String> CONNECTIONS =
      Set.of("proxy", "exec", "attach", "portforward", "log");

  private final AuditPolicy policy;
  private final AuditLog log;
  private final InstantSource clock;
  private final Instant received;
  private final RequestInfo info;
  private final Confidentiality confidentiality;
  private final Map<String, String> annotations = new LinkedHashMap<>();
  private @Nullable User user;
  private @Nullable User impersonated;
  private @Nullable AuditRule rule;
  private boolean judged;
  private boolean ended;
  private int code;
  private boolean forbidden;
  private ObjectReference object = ObjectReference.UNKNOWN;
  private BodyRecorder bodies;

  AuditedExchange(Exchange inner, AuditPolicy policy, AuditLog log, InstantSource clock) {
    super(inner);
    this.policy = policy;
    this.log = log;
    this.clock = clock;
    this.received = clock.instant();
    this.info = RequestInfo.of(inner, Query.parse(inner.query()));
    this.confidentiality = Confidentiality.of(info);
    this.bodies = BodyRecorder.NOTHING;
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
    forbidden = !decision.allowed();
    annotations.put("authorization.k8s.io/decision", decision.allowed() ? "allow" : "forbid");
    annotations.put("authorization.k8s.io/reason", decision.reason());
  }

  /** Allowed in part: the reason is that of all of it, and may be a refusal's. */
  void filtered(Decision decision) {
    forbidden = false;
    annotations.put("authorization.k8s.io/decision", "allow");
    annotations.put("authorization.k8s.io/reason", decision.reason());
    annotations.put("access.muster.dev/filtered", Boolean.toString(!decision.allowed()));
  }

  /** The authorizers' own words stay as they are; these are ours. */
  void explained(String line, long revision) {
    annotations.put("access.muster.dev/reason", line);
    annotations.put("access.muster.dev/revision", Long.toString(revision));
  }

  /** What is noted of something confidential may quote it. */
  void annotate(String key, String value) {
    boolean quotable = confidentiality == Confidentiality.NONE;
    annotations.putIfAbsent(key, quotable ? value : Contents.REDACTED);
  }

  private void judge(User who) {
    judged = true;
    AuditRule found = policy.ruleFor(who, info).orElse(null);
    rule = found;
    if (found != null && found.level().includes(AuditLevel.REQUEST)) {
      bodies = new BodyRecorder(found, confidentiality);
    }
  }

  @Override
  public <T> T elsewhere(Callable<T> work) throws Exception {
    return super.elsewhere(() -> Audit.call(this, work));
  }

  @Override
  public void understood(ObjectNode body) {
    if (rule != null && body.get("metadata") instanceof ObjectNode metadata) {
      object = ObjectReference.of(metadata);
    }
    bodies.sent(body);
    super.understood(body);
  }

  @Override
  public void patches(byte[] patch) {
    bodies.patch(patch);
    super.patches(patch);
  }

  private boolean answersWithObjects() {
    return info.resourceRequest()
        ? !CONNECTIONS.contains(info.subresource())
        : info.path().startsWith("/api");
  }

  /**
   * Whether the message of a refusal may be written: at level Metadata if it quotes nothing that
   * was sent, and of what is confidential only if admission, which may quote it, was not asked.
   */
  private boolean quotes(int status) {
    if (confidentiality != Confidentiality.NONE) {
      return user == null || forbidden || READING.contains(info.verb());
    }
    return QUOTES_NOTHING.contains(status) || status != 400 && bodies.records();
  }

  @Override
  public void respond(int status, String contentType, Body body) {
    code = status;
    if (answersWithObjects()) {
      bodies.answered(contentType, body, quotes(status));
    }
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
    bodies.refused(status, quotes(status.code()));
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

  private Map<String, String> notes() {
    Map<String, String> notes = new HashMap<>(annotations);
    notes.putAll(bodies.notes());
    return notes;
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
            logged.level(),
            auditId(),
            stage,
            LoggedUri.of(this),
            info,
            object,
            user,
            impersonated,
            remoteAddress(),
            agent == null ? "" : agent,
            status,
            answer,
            quotes(status),
            bodies.recorded(),
            received,
            clock.instant(),
            notes()));
  }
}

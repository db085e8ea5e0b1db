package dev.muster.apiserver.handlers;

import dev.muster.apiserver.flow.FlowControl;
import dev.muster.apiserver.flow.OverloadedException;
import dev.muster.apiserver.request.AccessObserver;
import dev.muster.apiserver.request.Query;
import dev.muster.apiserver.request.RequestInfo;
import dev.muster.apiserver.request.RequestObserver;
import dev.muster.apiserver.request.ResourceTarget;
import dev.muster.apiserver.visibility.AccessFilter;
import dev.muster.apiserver.visibility.Visibility;
import dev.muster.authz.Attributes;
import dev.muster.authz.Authorizer;
import dev.muster.authz.Decision;
import dev.muster.authz.Refusal;
import dev.muster.authz.User;
import dev.muster.base.deadline.Deadline;
import dev.muster.http.Endpoint;
import dev.muster.http.Exchange;
import dev.muster.model.codec.MediaType;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.model.status.ApiException;
import dev.muster.model.status.Status;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Every request's way: who is it, may they, and then whoever answers. */
public final class ApiEndpoint implements Endpoint {
  /** How long the server works at most on a write, whatever its client asks for. */
  private static final Duration WRITE_TIMEOUT = Duration.ofSeconds(34);

  private static final Set<String> MUTATING =
      Set.of("create", "update", "patch", "delete", "deletecollection");

  private final RequestObserver observer;
  private final AccessObserver access;
  private final Refusals refusals;
  private final Identification identification;
  private final Authorizer authorizer;
  private final AccessFilter filter;
  private final Kinds kinds;
  private final ResourceHandler resources;
  private final Subresources subresources;
  private final UnstoredKinds unstored;
  private final Supplier<Paths> paths;
  private final FlowControl flow;
  private final Weigher weigher;
  private final WorkEstimator estimator;

  ApiEndpoint(
      RequestObserver observer,
      AccessObserver access,
      Refusals refusals,
      Identification identification,
      Authorizer authorizer,
      AccessFilter filter,
      Kinds kinds,
      ResourceHandler resources,
      Subresources subresources,
      UnstoredKinds unstored,
      Supplier<Paths> paths,
      FlowControl flow,
      Weigher weigher,
      WorkEstimator estimator) {
    this.observer = observer;
    this.access = access;
    this.refusals = refusals;
    this.identification = identification;
    this.authorizer = authorizer;
    this.filter = filter;
    this.kinds = kinds;
    this.resources = resources;
    this.subresources = subresources;
    this.unstored = unstored;
    this.paths = paths;
    this.flow = flow;
    this.weigher = weigher;
    this.estimator = estimator;
  }

  @Override
  public void handle(Exchange exchange) throws Exception {
    try {
      answer(exchange);
    } catch (ApiException e) {
      refuse(exchange, e);
    } catch (OverloadedException e) {
      e.answer(exchange);
    }
  }

  private static void refuse(Exchange exchange, ApiException e) {
    if (Answers.formatOfStatus(exchange) == MediaType.JSON) {
      throw e;
    }
    Answers.status(exchange, e.status());
  }

  private void answer(Exchange exchange) throws Exception {
    User user = identification.identify(exchange);
    Query query = Query.parse(exchange.query());
    RequestInfo info = RequestInfo.of(exchange, query);
    Kind kind =
        info.resourceRequest()
            ? kinds.byResource(info.apiVersion(), info.resource()).orElse(null)
            : null;
    observer.understood(exchange, info, kind);
    limitTime(info, query);
    flow.serve(exchange, user, info, let -> answer(let, user, query, info, kind));
  }

  /** Who has nothing to wait for has no deadline; others may set one that is sooner. */
  private static void limitTime(RequestInfo info, Query query) {
    if (info.lasts()) {
      Deadline.current().lift();
      return;
    }
    query.timeout().ifPresent(Deadline.current()::shorten);
    if (info.resourceRequest() && MUTATING.contains(info.verb())) {
      Deadline.current().shorten(WRITE_TIMEOUT);
    }
  }

  private void answer(
      Exchange exchange, User user, Query query, RequestInfo info, @Nullable Kind kind)
      throws Exception {
    boolean filterable = kind != null && kind.stored() && !unstored.answers(kind);
    Access given = authorize(exchange, user, info, query, filterable);
    if (!given.problems().isEmpty()) {
      Answers.undecided(exchange, given.problems());
      return;
    }
    Visibility visible = given.visible();
    if (!info.resourceRequest()) {
      flow.begin(exchange, () -> 1);
      paths.get().handle(exchange, query);
      return;
    }
    if (kind == null) {
      paths.get().handleUnknownResource(exchange);
      return;
    }
    if (isCustom(kind) && !CustomRequests.exist(info, kind)) {
      Paths.notFound(exchange);
      return;
    }
    ResourceTarget target = ResourceTarget.of(info, kind, kinds.storedAs(kind));
    ResourceRequest request = new ResourceRequest(exchange, target, query, user, visible);
    flow.begin(exchange, () -> estimator.seats(request));
    if (!info.lasts() && target.fits() && weigher.heavy(request)) {
      int bodyLimit = MUTATING.contains(info.verb()) ? ResourceRequest.BODY_LIMIT : 0;
      flow.seated(
          exchange,
          user,
          info,
          bodyLimit,
          seated -> dispatch(new ResourceRequest(seated, target, query, user, visible)));
    } else {
      dispatch(request);
    }
  }

  private void dispatch(ResourceRequest request) throws Exception {
    ResourceTarget target = request.target();
    Kind kind = target.kind();
    if (request.exchange().headOnly() && !target.subresource().equals("proxy")) {
      throw Status.methodNotAllowed().exception();
    }
    boolean custom = isCustom(kind);
    if (custom) {
      kind.strategy().useWarnings().forEach(request.warnings());
      CustomRequests.check(target);
    }
    if (!target.subresource().isEmpty()) {
      subresources.handle(request);
      return;
    }
    if (!kind.verbs().contains(target.verb()) || !custom && !target.fits()) {
      throw Status.methodNotAllowed().exception();
    }
    Deprecations.of(kind).ifPresent(text -> request.warnings().accept(text));
    request.visible().warning().ifPresent(text -> request.warnings().accept(text));
    if (unstored.answers(kind)) {
      unstored.handle(request);
    } else {
      resources.handle(request);
    }
  }

  private static boolean isCustom(Kind kind) {
    return kind.type().content() != null;
  }

  /**
   * How far somebody may go.
   *
   * @param problems why it could not be decided; empty if the request may go on
   * @param visible which objects of a collection they see then
   */
  private record Access(List<String> problems, Visibility visible) {
    static final Access FULL = new Access(List.of(), Visibility.Everything.EVERYTHING);
  }

  /** Refuses what is not allowed, unless it can be answered in part and asks for that. */
  private Access authorize(
      Exchange exchange, User user, RequestInfo info, Query query, boolean filterable) {
    Attributes attributes = RequestAttributes.of(user, info, query);
    long asked = refusals.now();
    Decision decision = authorizer.authorize(attributes);
    boolean filters = filterable && AccessFilter.isAsked(exchange, query, info, user);
    boolean undecided = !decision.allowed() && !decision.problems().isEmpty();
    Optional<Visibility> part =
        filters && !undecided ? inPart(exchange, attributes, decision) : Optional.empty();
    if (part.isPresent()) {
      access.filtered(exchange, attributes, decision);
      return new Access(List.of(), part.get());
    }
    access.decided(exchange, attributes, decision);
    if (undecided) {
      return new Access(decision.problems(), Visibility.Everything.EVERYTHING);
    }
    if (!decision.allowed()) {
      String reason = filters ? AccessFilter.UNFOLLOWED : decision.reason();
      Status plain =
          Status.forbidden(
              info.group(), info.resource(), info.name(), Refusal.message(attributes, reason));
      throw refusals.refused(exchange, attributes, decision, asked, plain).exception();
    }
    return Access.FULL;
  }

  /** What they see of it; if that cannot be told either, the decision about all of it stands. */
  private Optional<Visibility> inPart(Exchange exchange, Attributes attributes, Decision decision) {
    try {
      return filter.of(attributes, decision.allowed());
    } catch (ApiException e) {
      access.decided(exchange, attributes, decision);
      throw e;
    }
  }
}

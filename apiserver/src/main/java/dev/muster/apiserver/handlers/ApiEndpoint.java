package dev.muster.apiserver.handlers;

import dev.muster.api.kinds.Kind;
import dev.muster.api.kinds.Kinds;
import dev.muster.api.status.ApiException;
import dev.muster.api.status.Status;
import dev.muster.apiserver.http.Endpoint;
import dev.muster.apiserver.http.Exchange;
import dev.muster.apiserver.request.AccessObserver;
import dev.muster.apiserver.request.Query;
import dev.muster.apiserver.request.RequestInfo;
import dev.muster.apiserver.request.RequestObserver;
import dev.muster.apiserver.reviews.SelectorReading;
import dev.muster.authz.Attributes;
import dev.muster.authz.Authorizer;
import dev.muster.authz.Decision;
import dev.muster.authz.Refusal;
import dev.muster.authz.User;
import java.util.List;
import java.util.function.Supplier;

/** Every request's way: who is it, may they, and then whoever answers. */
public final class ApiEndpoint implements Endpoint {
  private final RequestObserver observer;
  private final AccessObserver access;
  private final Identification identification;
  private final Authorizer authorizer;
  private final Kinds kinds;
  private final ResourceHandler resources;
  private final Subresources subresources;
  private final Questions questions;
  private final Supplier<Paths> paths;

  ApiEndpoint(
      RequestObserver observer,
      AccessObserver access,
      Identification identification,
      Authorizer authorizer,
      Kinds kinds,
      ResourceHandler resources,
      Subresources subresources,
      Questions questions,
      Supplier<Paths> paths) {
    this.observer = observer;
    this.access = access;
    this.identification = identification;
    this.authorizer = authorizer;
    this.kinds = kinds;
    this.resources = resources;
    this.subresources = subresources;
    this.questions = questions;
    this.paths = paths;
  }

  @Override
  public void handle(Exchange exchange) throws Exception {
    try {
      answer(exchange);
    } catch (ApiException e) {
      if (!Answers.prefersYaml(exchange)) {
        throw e;
      }
      Answers.yamlStatus(exchange, e.status());
    }
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
    if (!info.lasts()) {
      query.checkTimeout();
    }
    List<String> problems = authorize(exchange, user, info, query);
    if (!problems.isEmpty()) {
      Answers.undecided(exchange, problems);
      return;
    }
    if (!info.resourceRequest()) {
      paths.get().handle(exchange, query);
      return;
    }
    if (kind == null) {
      paths.get().handleUnknownResource(exchange);
      return;
    }
    dispatch(new ResourceRequest(exchange, info, query, user, kind, kinds.storedAs(kind)));
  }

  private void dispatch(ResourceRequest request) throws Exception {
    RequestInfo info = request.info();
    Kind kind = request.kind();
    if (info.verb().equals("proxy")) {
      throw Status.unknownResource().exception();
    }
    if (kind.namespaced()
        ? !info.name().isEmpty() && info.namespace().isEmpty() && isObjectVerb(info)
        : isMisplaced(info)) {
      throw Status.unknownResource().exception();
    }
    if (!kind.stored() && (!info.name().isEmpty() || hasNoPlace(request))) {
      throw Status.unknownResource().exception();
    }
    if (info.parts().size() > 3 && !info.subresource().equals("proxy")) {
      throw Status.unknownResource().exception();
    }
    if (request.exchange().headOnly() && !info.subresource().equals("proxy")) {
      throw Status.methodNotAllowed().exception();
    }
    if (!info.subresource().isEmpty()) {
      subresources.handle(request);
      return;
    }
    if (!kind.verbs().contains(info.verb()) || !fits(request)) {
      throw Status.methodNotAllowed().exception();
    }
    Deprecations.of(kind).ifPresent(text -> request.warnings().accept(text));
    if (kind.stored()) {
      resources.handle(request);
    } else {
      questions.handle(request);
    }
  }

  /** Whether objects of a namespace are asked for without saying which. */
  private static boolean hasNoPlace(ResourceRequest request) {
    return request.kind().namespaced() && request.info().namespace().isEmpty();
  }

  /** Whether the verb is one for what the path names: an object, a collection, or all of them. */
  private static boolean fits(ResourceRequest request) {
    boolean object = request.info().parts().size() > 1;
    return switch (request.info().verb()) {
      case "create", "deletecollection" -> !object && !hasNoPlace(request);
      case "update", "patch" -> object;
      default -> true;
    };
  }

  private static boolean isObjectVerb(RequestInfo info) {
    return !info.verb().equals("list")
        && !info.verb().equals("watch")
        && !info.verb().equals("deletecollection");
  }

  /** A cluster-wide kind under a namespace, namespaces themselves excepted. */
  private static boolean isMisplaced(RequestInfo info) {
    return !info.namespace().isEmpty() && !info.resource().equals("namespaces");
  }

  /**
   * Refuses what is not allowed.
   *
   * @return why it could not be decided; empty if the request may go on
   */
  private List<String> authorize(Exchange exchange, User user, RequestInfo info, Query query) {
    Attributes attributes =
        info.resourceRequest()
            ? new Attributes(
                user,
                info.verb(),
                true,
                info.group(),
                info.version(),
                info.resource(),
                info.subresource(),
                info.namespace(),
                info.name(),
                info.path(),
                isObjectVerb(info)
                    ? List.of()
                    : SelectorReading.ofFields(query.text("fieldSelector")).requirements(),
                isObjectVerb(info)
                    ? List.of()
                    : SelectorReading.ofLabels(query.text("labelSelector")).requirements())
            : Attributes.nonResource(user, info.verb(), info.path());
    Decision decision = authorizer.authorize(attributes);
    access.decided(exchange, decision);
    if (!decision.allowed()) {
      if (!decision.problems().isEmpty()) {
        return decision.problems();
      }
      throw Status.forbidden(
              info.group(),
              info.resource(),
              info.name(),
              Refusal.message(attributes, decision.reason()))
          .exception();
    }
    return List.of();
  }
}

package dev.muster.apiserver.visibility;

import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.request.Query;
import dev.muster.apiserver.request.RequestInfo;
import dev.muster.authz.Attributes;
import dev.muster.authz.Authorizer;
import dev.muster.authz.User;
import dev.muster.authz.node.NodeIdentity;
import dev.muster.authz.rbac.VisibleObjects;
import dev.muster.http.Exchange;
import dev.muster.store.Store;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Finds what callers may see who asked for that instead of for a refusal. Thread-safe. */
public final class AccessFilter {
  /** The parameter with which a request asks for it. */
  public static final String PARAMETER = "access.muster.dev/filter";

  /** The header that says the same. */
  public static final String HEADER = "Access-Muster-Dev-Filter";

  /** Why a watch is refused although it asks for what one may see. */
  public static final String UNFOLLOWED =
      PARAMETER + ": a watch is filtered only where RBAC alone decides; a list is anywhere";

  private final Authorizer authorizer;
  private final Supplier<List<String>> modes;
  private final PolicyHistory policy;
  private final Store<StoredObject> store;
  private final VisibilityCache cache = new VisibilityCache();

  /**
   * @param modes the types of the authorizers that are asked at the moment
   * @param policy what mode RBAC decides by
   */
  public AccessFilter(
      Authorizer authorizer,
      Supplier<List<String>> modes,
      PolicyHistory policy,
      Store<StoredObject> store) {
    this.authorizer = authorizer;
    this.modes = modes;
    this.policy = policy;
    this.store = store;
  }

  /**
   * Whether a request can be answered in part, and asks for it. Who has not said who they are is
   * refused as ever: to strangers, what there is to see is not even nothing.
   */
  public static boolean isAsked(Exchange exchange, Query query, RequestInfo info, User user) {
    boolean can =
        info.resourceRequest()
            && !user.groups().contains("system:unauthenticated")
            && info.subresource().isEmpty()
            && (info.verb().equals("list") || info.verb().equals("watch"));
    return can && (query.flag(PARAMETER) || "true".equalsIgnoreCase(exchange.header(HEADER)));
  }

  /**
   * What is seen by the caller of a list or a watch; empty if the request is answered as any other.
   *
   * <p>A list that is allowed shows all. A watch that is allowed is filtered all the same, for the
   * rights that it begins with may not last. One that others than roles and bindings have a say in,
   * whose minds change unseen, cannot be: it is {@link #UNFOLLOWED}.
   */
  public Optional<Visibility> of(Attributes request, boolean allowed) {
    boolean watch = request.verb().equals("watch");
    if (allowed && !watch) {
      return Optional.empty();
    }
    Optional<Visibility> byRole = byRole(request);
    return byRole.isPresent() || watch ? byRole : Optional.of(byQuestions(request));
  }

  private Optional<Visibility> byRole(Attributes request) {
    User user = request.user();
    if (!decides(user)) {
      return Optional.empty();
    }
    return Optional.of(
        new VisibleByRole(Viewer.of(request), cache, policy, store, () -> decides(user)));
  }

  private VisibleByQuestions byQuestions(Attributes request) {
    VisibleObjects byRole =
        modes.get().contains("RBAC") ? byRoleNow(Viewer.of(request)) : VisibleObjects.NONE;
    return new VisibleByQuestions(authorizer, request, byRole);
  }

  private VisibleObjects byRoleNow(Viewer viewer) {
    return policy
        .at(store.snapshot().revision())
        .map(now -> cache.in(now, viewer))
        .orElse(VisibleObjects.NONE);
  }

  /** Whether of all authorizers only RBAC has an opinion of anything that the user asks for. */
  private boolean decides(User user) {
    List<String> asked = modes.get();
    return !user.groups().contains(User.MASTERS)
        && asked.contains("RBAC")
        && asked.stream().allMatch(mode -> mode.equals("RBAC") || isSilent(mode, user));
  }

  private static boolean isSilent(String mode, User user) {
    return mode.equals("AlwaysDeny") || mode.equals("Node") && !NodeIdentity.isNode(user);
  }
}

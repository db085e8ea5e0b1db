package dev.muster.apiserver.authzconfig;

import dev.muster.apiserver.authzwebhook.WebhookTroubles;
import dev.muster.apiserver.reload.ReloadCandidate;
import dev.muster.authz.Attributes;
import dev.muster.authz.Authorizer;
import dev.muster.authz.Decision;
import dev.muster.authz.PrivilegedGroup;
import dev.muster.authz.RuleResolver;
import dev.muster.authz.Rules;
import dev.muster.authz.UnionAuthorizer;
import dev.muster.authz.UnionRuleResolver;
import dev.muster.authz.User;
import dev.muster.base.Closing;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The authorizers of one configuration, after the group that may do anything. Immutable;
 * thread-safe. Who is in it when it is closed goes on in it: what it has opened is closed when the
 * last one leaves.
 */
final class AuthorizerChain implements ReloadCandidate {
  /**
   * One authorizer of the chain.
   *
   * @param troubles how a webhook fares
   */
  record Link(
      String type,
      String name,
      Authorizer authorizer,
      RuleResolver rules,
      Optional<WebhookTroubles> troubles) {}

  private final List<Link> links;
  private final UnionAuthorizer authorizer;
  private final UnionRuleResolver rules;
  private final Closing opened;

  /** How many are in it, itself included until it is closed. */
  private final AtomicInteger inside = new AtomicInteger(1);

  AuthorizerChain(List<Link> links, Closing opened) {
    this.links = List.copyOf(links);
    List<Authorizer> authorizers = new ArrayList<>();
    authorizers.add(PrivilegedGroup.masters());
    links.forEach(link -> authorizers.add(link.authorizer()));
    this.authorizer = new UnionAuthorizer(authorizers);
    this.rules = new UnionRuleResolver(links.stream().map(Link::rules).toList());
    this.opened = opened;
  }

  List<Link> links() {
    return links;
  }

  /** Whether one may go in, and must leave. */
  boolean enter() {
    int before;
    do {
      before = inside.get();
      if (before == 0) {
        return false;
      }
    } while (!inside.compareAndSet(before, before + 1));
    return true;
  }

  void leave() {
    if (inside.decrementAndGet() == 0) {
      opened.close();
    }
  }

  Decision authorize(Attributes request) {
    return authorizer.authorize(request);
  }

  Rules rulesFor(User user, String namespace) {
    return rules.rulesFor(user, namespace);
  }

  /** Nobody comes in any more. To be called once. */
  @Override
  public void close() {
    leave();
  }
}

package dev.muster.apiserver.authzconfig;

import dev.muster.authz.Attributes;
import dev.muster.authz.Authorizer;
import dev.muster.authz.Decision;
import dev.muster.authz.PrivilegedGroup;
import dev.muster.authz.UnionAuthorizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The chain that is in force, for several questions: no other configuration takes its place
 * meanwhile, and some of its authorizers decide by what was at one moment. Thread-safe.
 */
public final class PinnedChain implements Authorizer {
  private final List<AuthorizerChain.Link> links;
  private final UnionAuthorizer authorizer;

  PinnedChain(List<AuthorizerChain.Link> links, Map<String, Authorizer> instead) {
    this.links = links;
    List<Authorizer> all = new ArrayList<>();
    all.add(PrivilegedGroup.masters());
    for (AuthorizerChain.Link link : links) {
      all.add(instead.getOrDefault(link.type(), link.authorizer()));
    }
    this.authorizer = new UnionAuthorizer(all);
  }

  @Override
  public Decision authorize(Attributes request) {
    return authorizer.authorize(request);
  }

  /** The same decision, made once, with what everybody said to it. */
  public TracedDecision trace(Attributes request) {
    @Nullable Decision[] said = new Decision[links.size() + 1];
    Decision decision = authorizer.authorize(request, (place, its) -> said[place] = its);
    List<TracedDecision.Asked> asked = new ArrayList<>();
    for (int i = 0; i < links.size(); i++) {
      AuthorizerChain.Link link = links.get(i);
      asked.add(
          new TracedDecision.Asked(link.type(), link.name(), Optional.ofNullable(said[i + 1])));
    }
    return new TracedDecision(decision, said[0] instanceof Decision.Allow, asked);
  }

  /** The authorizers as people know them, in their order. */
  public List<String> shown() {
    return links.stream()
        .map(link -> new TracedDecision.Asked(link.type(), link.name(), Optional.empty()).shown())
        .toList();
  }

  /** Whether an authorizer of this type is in it. */
  public boolean has(String type) {
    return links.stream().anyMatch(link -> link.type().equals(type));
  }

  /** Whether questions may wait for somebody else's answers. */
  public boolean waits() {
    return links.stream().anyMatch(link -> link.troubles().isPresent());
  }
}

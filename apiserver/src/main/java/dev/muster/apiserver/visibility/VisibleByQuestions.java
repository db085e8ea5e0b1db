package dev.muster.apiserver.visibility;

import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.request.ResourceTarget;
import dev.muster.authz.Attributes;
import dev.muster.authz.Authorizer;
import dev.muster.authz.Decision;
import dev.muster.authz.Problems;
import dev.muster.authz.rbac.VisibleObjects;
import dev.muster.base.deadline.Deadline;
import dev.muster.model.status.Status;
import dev.muster.store.Entry;
import dev.muster.store.Snapshot;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.StreamSupport;

/**
 * What authorizers of any kind let somebody see at the moment: each namespace is a question to
 * them, and each object that a role names. For the one thread of a request.
 */
final class VisibleByQuestions implements Visibility {
  /** So many are asked for a page; a webhook may be behind each of them. */
  static final int MOST_QUESTIONS = 1_000;

  private final Authorizer authorizer;
  private final Attributes request;

  /** What roles and bindings alone would let them see: which objects are worth a question. */
  private final VisibleObjects byRole;

  private final Map<String, Boolean> namespaces = new HashMap<>();
  private int questions;

  VisibleByQuestions(Authorizer authorizer, Attributes request, VisibleObjects byRole) {
    this.authorizer = authorizer;
    this.request = request;
    this.byRole = byRole;
  }

  @Override
  public Iterator<Entry<StoredObject>> range(
      Snapshot<StoredObject> snapshot, ResourceTarget target, String startAfter) {
    Iterator<Entry<StoredObject>> all = snapshot.range(target.prefix(), startAfter);
    return StreamSupport.stream(
            Spliterators.spliteratorUnknownSize(all, Spliterator.ORDERED), false)
        .filter(entry -> isSeen(ObjectPlace.of(target, entry.key())))
        .iterator();
  }

  @Override
  public Optional<String> warning() {
    return Visibility.warning(byRole);
  }

  private boolean isSeen(ObjectPlace place) {
    Deadline.check();
    Boolean whole = namespaces.get(place.namespace());
    if (whole == null) {
      whole = allows(request.verb(), place.namespace(), request.name());
      namespaces.put(place.namespace(), whole);
    }
    return whole
        || place.isSeen(byRole)
            && (allows(request.verb(), place.namespace(), place.name())
                || allows("get", place.namespace(), place.name()));
  }

  /** INVARIANT: what could not be decided fails the request. To leave it out would be a lie. */
  private boolean allows(String verb, String namespace, String name) {
    if (questions++ == MOST_QUESTIONS) {
      throw tooMany().exception();
    }
    Decision decision =
        authorizer.authorize(
            new Attributes(
                request.user(),
                verb,
                true,
                request.apiGroup(),
                request.apiVersion(),
                request.resource(),
                "",
                namespace,
                name,
                request.path(),
                request.fieldSelector(),
                request.labelSelector()));
    if (!decision.allowed() && !decision.problems().isEmpty()) {
      throw Status.internal(Problems.join(decision.problems())).exception();
    }
    return decision.allowed();
  }

  private Status tooMany() {
    return Status.forbidden(
        request.apiGroup(),
        request.resource(),
        request.name(),
        "access.muster.dev/filter: more than "
            + MOST_QUESTIONS
            + " questions to the authorizers would be needed; list namespace by namespace");
  }
}

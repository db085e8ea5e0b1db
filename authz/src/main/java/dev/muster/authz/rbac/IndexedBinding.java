package dev.muster.authz.rbac;

import dev.muster.authz.User;
import dev.muster.authz.rbac.RbacObject.AnyBinding;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A binding with the slot of its role and one posting per distinct subject it concerns. */
final class IndexedBinding {
  /** Up to so many groups a scan is faster than a set. */
  private static final int FEW = 32;

  private final AnyBinding source;
  private final RbacKey key;
  private final String scope;
  private final int slot;
  private final List<Posting> postings;
  private final Posting[] groupPostings;

  IndexedBinding(AnyBinding source, int slot) {
    this.source = source;
    this.key = source.key();
    this.scope = source.namespace().intern(); // one copy for all bindings of a namespace
    this.slot = slot;
    this.postings = postingsOf(source);
    this.groupPostings =
        postings.stream().filter(p -> p.subject().isGroup()).toArray(Posting[]::new);
  }

  private List<Posting> postingsOf(AnyBinding source) {
    var result = new ArrayList<Posting>();
    Set<String> users = new HashSet<>();
    Set<String> groups = new HashSet<>();
    List<Subject> subjects = source.subjects();
    for (int i = 0; i < subjects.size(); i++) {
      Subject subject = subjects.get(i);
      boolean groupBefore = !groups.isEmpty();
      boolean isNew =
          subject.isGroup()
              ? groups.add(subject.name())
              : subject.hasUserName(source.namespace())
                  && users.add(subject.userName(source.namespace()));
      if (isNew) {
        result.add(new Posting(this, i, groupBefore));
      }
    }
    return List.copyOf(result);
  }

  AnyBinding source() {
    return source;
  }

  RbacKey key() {
    return key;
  }

  String scope() {
    return scope;
  }

  int slot() {
    return slot;
  }

  List<Posting> postings() {
    return postings;
  }

  /** The posting of the first subject that concerns the user, knowing one that does. */
  Posting firstApplying(User user, Posting known) {
    Collection<String> groups =
        user.groups().size() > FEW ? new HashSet<>(user.groups()) : user.groups();
    for (Posting candidate : groupPostings) {
      if (candidate.subjectNumber() >= known.subjectNumber()) {
        break;
      }
      if (groups.contains(candidate.subject().name())) {
        return candidate;
      }
    }
    return known;
  }
}

package dev.muster.apiserver.access;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.views.AccessV1.MutableWhoCanStatus;
import java.util.List;

/** How long answers may become, and what they say of what they leave out. */
final class AnswerLimits {
  /** So many subjects, rights or changes are told. */
  static final int ENTRIES = 5_000;

  private AnswerLimits() {}

  /**
   * Adds what answers by roles and bindings have in common: how many entries are not told, of which
   * revision they are, and who may decide otherwise.
   */
  static void finish(ObjectNode tree, int entries, PolicyAt policy, DecidingChain chain) {
    MutableWhoCanStatus status = MutableWhoCanStatus.of(tree); // others have these fields, too
    if (entries > ENTRIES) {
      status.remaining(entries - ENTRIES);
    }
    List<String> authorizers = chain.with(policy, pinned -> pinned.shown());
    if (!authorizers.contains(DecidingChain.RBAC)) {
      status
          .notes()
          .list()
          .add("no authorizer is of type RBAC: roles and bindings decide nothing here");
    } else if (authorizers.size() > 1) {
      status
          .notes()
          .list()
          .add(
              "this is what roles and bindings say; requests are decided on by "
                  + String.join(", ", authorizers));
    }
    status.revision(Long.toString(policy.revision()));
  }
}

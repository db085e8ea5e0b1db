package dev.muster.apiserver.decisions;

import dev.muster.authz.Attributes;
import dev.muster.authz.Decision;
import java.util.ArrayList;
import java.util.List;

/**
 * One decision, with nothing of the request but what it was about: no query, no header, no body.
 * Every text is bounded, so that who makes long requests does not fill the memory.
 *
 * @param number counts from 1, without gaps
 * @param path of a request that is about no resource; otherwise empty
 * @param code of the refusal; 0 if the request went on
 * @param revision of the store, no earlier than what was decided by
 */
public record NotedDecision(
    long number,
    long millis,
    String auditId,
    String user,
    List<String> groups,
    String verb,
    String apiGroup,
    String resource,
    String subresource,
    String namespace,
    String name,
    String path,
    boolean allowed,
    String reason,
    int code,
    long revision) {
  /** No name in Kubernetes is longer than 253 characters, except by mistake. */
  static final int LONGEST = 256;

  static final int MOST_GROUPS = 32;
  private static final int FORBIDDEN = 403;
  private static final int UNDECIDED = 500;

  static NotedDecision of(
      long number,
      long millis,
      String auditId,
      Attributes request,
      Decision decision,
      long revision) {
    return new NotedDecision(
        number,
        millis,
        bounded(auditId),
        bounded(request.user().name()),
        bounded(request.user().groups()),
        bounded(request.verb()),
        bounded(request.apiGroup()),
        bounded(request.resource()),
        bounded(request.subresource()),
        bounded(request.namespace()),
        bounded(request.name()),
        request.resourceRequest() ? "" : bounded(request.path()),
        decision.allowed(),
        bounded(decision.reason()),
        code(decision),
        revision);
  }

  /** The request went on, and is answered with what its user may see. */
  NotedDecision inPart() {
    return new NotedDecision(
        number,
        millis,
        auditId,
        user,
        groups,
        verb,
        apiGroup,
        resource,
        subresource,
        namespace,
        name,
        path,
        true,
        "answered with what they may see",
        0,
        revision);
  }

  private static int code(Decision decision) {
    if (decision.allowed()) {
      return 0;
    }
    return decision.problems().isEmpty() ? FORBIDDEN : UNDECIDED;
  }

  private static String bounded(String text) {
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST - 1) + "…";
  }

  /** A list that is short already is kept as it is: all requests of a connection share it. */
  private static List<String> bounded(List<String> groups) {
    if (groups.size() <= MOST_GROUPS && allShort(groups)) {
      return groups;
    }
    List<String> some = new ArrayList<>();
    for (String group : groups) {
      if (some.size() == MOST_GROUPS) {
        break;
      }
      some.add(bounded(group));
    }
    return List.copyOf(some);
  }

  private static boolean allShort(List<String> groups) {
    for (int i = 0; i < groups.size(); i++) {
      if (groups.get(i).length() > LONGEST) {
        return false;
      }
    }
    return true;
  }
}

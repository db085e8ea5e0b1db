package dev.muster.apiserver.handlers;

import dev.muster.apiserver.request.RequestInfo;
import dev.muster.apiserver.request.ResourceTarget;
import dev.muster.apiserver.request.Scope;
import dev.muster.base.go.GoText;
import dev.muster.model.scheme.Kind;
import dev.muster.model.status.Status;

/** What is particular about requests for custom resources. */
final class CustomRequests {
  private CustomRequests() {}

  /** Whether there is such a page: another scope than the definition's is none. */
  static boolean exist(RequestInfo info, Kind kind) {
    boolean whole = info.scope() == Scope.Whole.CLUSTER;
    boolean reading = info.verb().equals("list") || info.verb().equals("watch");
    boolean named = info.parts().size() > 1;
    return kind.namespaced() ? !whole || reading && !named : whole;
  }

  /** Refuses what has no name, and parts that the definition does not have. */
  static void check(ResourceTarget target) {
    Kind kind = target.kind();
    if (!target.subresource().isEmpty() && kind.subresource(target.subresource()).isEmpty()) {
      throw Status.notFound(kind.group(), kind.plural(), target.name()).exception();
    }
    boolean answers =
        kind.subresource(target.subresource())
            .map(part -> part.verbs().contains(target.verb()))
            .orElse(true);
    if (!answers) {
      throw new Status(
              405,
              "MethodNotAllowed",
              target.verb()
                  + " is not supported on resources of kind "
                  + GoText.quote(kind.qualifiedPlural()),
              Status.Details.of("", kind.group(), kind.plural()))
          .exception();
    }
    boolean needsName = target.verb().equals("update") || target.verb().equals("patch");
    if (needsName && target.name().isEmpty()) {
      throw Status.badRequest("name must be provided").exception();
    }
  }
}

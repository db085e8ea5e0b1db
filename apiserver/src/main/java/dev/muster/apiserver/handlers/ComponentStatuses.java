package dev.muster.apiserver.handlers;

import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.registry.WriteOutcome;
import dev.muster.apiserver.request.ListOptions;
import dev.muster.http.Body;
import dev.muster.model.scheme.Kind;
import dev.muster.model.status.Status;
import dev.muster.views.CoreV1.MutableComponentCondition;
import dev.muster.views.CoreV1.MutableComponentStatus;
import java.util.List;

/** ComponentStatus: made when it is asked for, and stored nowhere. */
final class ComponentStatuses implements Subresources.Handler {
  private final Components components;
  private final Negotiation encodings;

  ComponentStatuses(Components components, Negotiation encodings) {
    this.components = components;
    this.encodings = encodings;
  }

  @Override
  public void handle(ResourceRequest request) {
    NegotiatedEncoding encoding = encodings.of(request.exchange(), request.kind(), request.query());
    Body body = new Body(2);
    String name = request.target().name();
    if (name.isEmpty()) {
      Selection selection = Selection.of(request.kind(), ListOptions.of(request.query(), false));
      List<StoredObject> all =
          components.names().stream()
              .map(each -> status(request.kind(), each))
              .filter(selection)
              .toList();
      encoding.list(new NegotiatedEncoding.Page(all, 0, "", -1), body);
    } else {
      encoding.object(status(request.kind(), name), body);
    }
    request.exchange().respond(200, encoding.contentType(), body);
  }

  private StoredObject status(Kind kind, String name) {
    Components.Health health =
        components
            .health(name)
            .orElseThrow(() -> Status.notFound("", "componentstatus", name).exception());
    MutableComponentStatus object = MutableComponentStatus.create();
    kind.putTypeMeta(object.tree());
    object.metadata().replace().name(name);
    MutableComponentCondition condition = object.conditions().add().type("Healthy");
    condition.status(health.well() ? "True" : "False");
    if (!health.message().isEmpty()) {
      condition.message(health.message());
    }
    if (!health.error().isEmpty()) {
      condition.error(health.error());
    }
    return WriteOutcome.unwritten(kind, object.tree(), false).object();
  }
}

package dev.muster.apiserver.handlers;

import dev.muster.model.scheme.Subresource;
import dev.muster.model.status.Status;
import java.util.Map;

/** Requests for a part of an object, or for something to be done with it. */
final class Subresources {
  /** Answers requests for one subresource. */
  @FunctionalInterface
  interface Handler {
    void handle(ResourceRequest request) throws Exception;
  }

  private final ResourceHandler objects;
  private final Map<String, Handler> special;

  /**
   * @param objects answers for parts that carry the whole object, such as {@code status}
   * @param special the others, by {@code resource/subresource} or by {@code subresource} alone
   */
  Subresources(ResourceHandler objects, Map<String, Handler> special) {
    this.objects = objects;
    this.special = Map.copyOf(special);
  }

  void handle(ResourceRequest request) throws Exception {
    String name = request.target().subresource();
    Subresource subresource =
        request.kind().subresource(name).orElseThrow(() -> Status.unknownResource().exception());
    boolean options = name.equals("proxy") && request.exchange().method().equals("OPTIONS");
    if (!options && !subresource.verbs().contains(request.target().verb())) {
      throw Status.methodNotAllowed().exception();
    }
    Handler handler = special.get(request.kind().plural() + "/" + name);
    if (handler == null) {
      handler = special.get(name);
    }
    if (handler != null) {
      handler.handle(request);
    } else if (subresource.kind().equals(request.kind().kind())) {
      objects.handle(request);
    } else {
      throw Status.methodNotAllowed().exception();
    }
  }
}

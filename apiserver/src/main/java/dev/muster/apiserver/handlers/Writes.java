package dev.muster.apiserver.handlers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.registry.Create;
import dev.muster.apiserver.registry.ObjectPlacement;
import dev.muster.apiserver.registry.Registry;
import dev.muster.apiserver.registry.Replace;
import dev.muster.apiserver.registry.WriteOutcome;
import dev.muster.apiserver.registry.WriteRequest;
import dev.muster.model.codec.Bodies;
import dev.muster.model.codec.Target;
import dev.muster.model.scheme.Kind;
import dev.muster.model.status.Status;
import dev.muster.views.MetaV1.MutableObjectMeta;
import dev.muster.views.MetaV1.ObjectMeta;
import java.util.function.Consumer;

/** Create and update: from a body to an outcome. */
final class Writes {
  private final Bodies bodies;
  private final Registry registry;

  Writes(Bodies bodies, Registry registry) {
    this.bodies = bodies;
    this.registry = registry;
  }

  WriteOutcome create(ResourceRequest request) {
    WriteOptions options = request.options(WriteOptions.Verb.CREATE);
    Consumer<String> warn = request.warnings();
    ObjectNode object = read(request, options, warn);
    return registry.write(new Create(request.write(options, warn), object));
  }

  WriteOutcome update(ResourceRequest request) {
    WriteOptions options = request.options(WriteOptions.Verb.UPDATE);
    Consumer<String> warn = request.warnings();
    ObjectNode object = read(request, options, warn);
    WriteRequest write = request.write(options, warn);
    ObjectPlacement.in(write.namespace(), MutableObjectMeta.ofObject(object));
    checkName(request.target().name(), object);
    return registry.write(new Replace(write, current -> object.deepCopy()));
  }

  /** The body as an object of the stored version, with its defaults. */
  ObjectNode read(ResourceRequest request, WriteOptions options, Consumer<String> warn) {
    ObjectNode sent = request.read(bodies, Target.of(request.kind()), options, warn);
    boolean older = !request.kind().equals(request.stored());
    if (older) {
      request.exchange().understood(sent);
    }
    ObjectNode object = toStored(request.kind(), request.stored(), sent);
    if (!older) {
      request.exchange().understood(object);
    }
    return object;
  }

  /** Converts a decoded object to the stored version and fills in its defaults. */
  static ObjectNode toStored(Kind kind, Kind stored, ObjectNode served) {
    ObjectNode object = kind.conversion().toStored(served);
    stored.putTypeMeta(object);
    stored.strategy().applyDefaults(object);
    return object;
  }

  static void checkName(String name, ObjectNode object) {
    String own = ObjectMeta.ofObject(object).name().text();
    if (own.isEmpty()) {
      throw Status.badRequest(
              "the name of the object ("
                  + name
                  + " based on URL) was undeterminable: name must be provided")
          .exception();
    }
    if (!own.equals(name)) {
      throw Status.badRequest(
              "the name of the object ("
                  + own
                  + ") does not match the name on the URL ("
                  + name
                  + ")")
          .exception();
    }
  }
}

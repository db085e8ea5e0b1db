package dev.muster.apiserver.handlers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.registry.ObjectPlacement;
import dev.muster.apiserver.registry.Preconditions;
import dev.muster.apiserver.registry.Registry;
import dev.muster.apiserver.registry.ScaleUpdate;
import dev.muster.apiserver.registry.WriteRequest;
import dev.muster.apiserver.request.Accept;
import dev.muster.http.Body;
import dev.muster.kinds.apps.Scales;
import dev.muster.model.apply.Config;
import dev.muster.model.apply.ManagedFields;
import dev.muster.model.apply.ScaleFields;
import dev.muster.model.apply.Write;
import dev.muster.model.codec.Bodies;
import dev.muster.model.codec.Decoder;
import dev.muster.model.codec.Target;
import dev.muster.model.field.Errors;
import dev.muster.model.patch.PatchType;
import dev.muster.model.patch.Patches;
import dev.muster.model.status.Status;
import dev.muster.views.AutoscalingV1.Scale;
import dev.muster.views.MetaV1.MutableObjectMeta;
import dev.muster.views.MetaV1.ObjectMeta;
import java.time.InstantSource;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** The scale of a workload: read from the object, and written to it. */
final class Scaling implements Subresources.Handler {
  private final Bodies bodies;
  private final Registry registry;
  private final ManagedFields fields;
  private final InstantSource clock;

  Scaling(Bodies bodies, Registry registry, ManagedFields fields, InstantSource clock) {
    this.bodies = bodies;
    this.registry = registry;
    this.fields = fields;
    this.clock = clock;
  }

  @Override
  public void handle(ResourceRequest request) {
    ScaledKind kind = ScaledKind.of(request.stored(), request.kind());
    if (!kind.scales()) {
      // where its replicas are is said for another version only
      throw Status.unknownResource().exception();
    }
    ObjectNode object =
        switch (request.target().verb()) {
          case "get" ->
              Registry.current(
                  request.stored(),
                  registry
                      .get(request.stored(), request.target().namespace(), request.target().name())
                      .value());
          case "update" -> update(request);
          case "patch" -> patch(request);
          default -> throw Status.methodNotAllowed().exception();
        };
    answer(request, kind.scale(object));
  }

  private void answer(ResourceRequest request, ObjectNode scale) {
    Accept accept =
        Accept.of(
            request.exchange().headers("Accept"),
            (format, as, group, version) ->
                as.isEmpty() || TableEncoding.offers(format, as, group, version));
    if (accept.as().isEmpty()) {
      Answers.object(request.exchange(), 200, ScaleFields.KIND.type(), scale);
      return;
    }
    TableEncoding encoding = new TableEncoding(ScaleFields.KIND, accept, request.query(), clock);
    Body body = new Body(2);
    encoding.object(scale, body);
    request.exchange().respond(200, encoding.contentType(), body);
  }

  private ObjectNode update(ResourceRequest request) {
    WriteOptions options = request.options(WriteOptions.Verb.UPDATE);
    Consumer<String> warn = request.warnings();
    ObjectNode read = request.read(bodies, Target.of(ScaleFields.KIND), options, warn);
    request.exchange().understood(read);
    ObjectNode sent = placed(request, read);
    return write(
        request,
        options,
        warn,
        false,
        current -> {
          String uid = Scale.of(sent).metadata().uid().text();
          Preconditions.sameUid(request.write(options, warn), uid, current);
          return sent.deepCopy();
        });
  }

  private ObjectNode patch(ResourceRequest request) {
    PatchType type = Patching.type(request);
    boolean apply = type == PatchType.APPLY;
    WriteOptions options =
        request.options(apply ? WriteOptions.Verb.APPLY : WriteOptions.Verb.PATCH);
    Consumer<String> warn = request.warnings();
    byte[] patch = request.exchange().body(ResourceRequest.BODY_LIMIT);
    request.exchange().patches(patch);
    UnaryOperator<ObjectNode> edit =
        apply
            ? current -> placed(request, applied(patch, options, current))
            : current -> {
              Bodies.Body patched =
                  Patches.apply(type, patch, current, ScaleFields.KIND.type(), options.validation())
                      .read(bodies, Target.of(ScaleFields.KIND), options.validation());
              patched.warnings().forEach(warn);
              return placed(request, patched.object());
            };
    return write(request, options, warn, apply, edit);
  }

  /** A scale stands where its object does, and has its name. */
  private static ObjectNode placed(ResourceRequest request, ObjectNode scale) {
    ObjectPlacement.in(request.target().namespace(), MutableObjectMeta.ofObject(scale));
    Writes.checkName(request.target().name(), scale);
    return scale;
  }

  private ObjectNode applied(byte[] patch, WriteOptions options, ObjectNode current) {
    Write write = new Write(options.manager(), "scale", clock.instant());
    ObjectNode next =
        fields.apply(ScaleFields.KIND, current, Config.read(patch), write, options.force());
    return Decoder.decode(ScaleFields.KIND.type(), next).object();
  }

  private ObjectNode write(
      ResourceRequest request,
      WriteOptions options,
      Consumer<String> warn,
      boolean owned,
      UnaryOperator<ObjectNode> edit) {
    // the object is written as a whole: only admission hears of its scale
    WriteRequest write = request.write(options, warn).of("");
    ScaleUpdate update =
        new ScaleUpdate(
            write,
            new ScaleView(ScaledKind.of(write.kind(), write.asked())),
            current -> scaled(write, owned, edit, current));
    return registry.write(update).object().tree();
  }

  private ObjectNode scaled(
      WriteRequest request, boolean owned, UnaryOperator<ObjectNode> edit, ObjectNode object) {
    ScaledKind kind = ScaledKind.of(request.kind(), request.asked());
    ObjectNode before = kind.ownedScale(object);
    ObjectNode after = edit.apply(before.deepCopy());
    if (!owned) {
      fields.update(
          ScaleFields.KIND, before, after, new Write(request.manager(), "scale", clock.instant()));
    }
    validate(after, request.name());
    kind.applyOwned(after, object);
    return object;
  }

  private static void validate(ObjectNode scale, String name) {
    Errors errors = new Errors();
    Scales.validate(scale, errors);
    if (!errors.isEmpty()) {
      throw Status.invalid("autoscaling", "Scale", name, errors).exception();
    }
  }

  private record ScaleView(ScaledKind kind) implements ScaleUpdate.View {
    @Override
    public ObjectNode of(ObjectNode object) {
      return kind.scale(object);
    }

    @Override
    public void into(ObjectNode scale, ObjectNode object) {
      validate(scale, ObjectMeta.ofObject(object).name().text());
      kind.apply(scale, object);
    }
  }
}

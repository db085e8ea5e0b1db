package dev.muster.apiserver.handlers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.registry.Apply;
import dev.muster.apiserver.registry.Patch;
import dev.muster.apiserver.registry.Registry;
import dev.muster.apiserver.registry.WriteOutcome;
import dev.muster.apiserver.registry.WriteRequest;
import dev.muster.model.apply.Config;
import dev.muster.model.apply.ManagedFields;
import dev.muster.model.apply.Write;
import dev.muster.model.codec.Bodies;
import dev.muster.model.codec.Target;
import dev.muster.model.patch.PatchType;
import dev.muster.model.patch.Patches;
import dev.muster.model.scheme.Kind;
import dev.muster.model.status.Status;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** PATCH in all its forms. */
final class Patching {
  private final Bodies bodies;
  private final Registry registry;
  private final ManagedFields fields;
  private final InstantSource clock;

  Patching(Bodies bodies, Registry registry, ManagedFields fields, InstantSource clock) {
    this.bodies = bodies;
    this.registry = registry;
    this.fields = fields;
    this.clock = clock;
  }

  WriteOutcome patch(ResourceRequest request) {
    PatchType type = type(request);
    WriteOptions options =
        request.options(
            type == PatchType.APPLY ? WriteOptions.Verb.APPLY : WriteOptions.Verb.PATCH);
    byte[] patch = request.exchange().body(ResourceRequest.BODY_LIMIT);
    request.exchange().patches(patch);
    Consumer<String> warn = request.warnings();
    WriteRequest write = request.write(options, warn);
    if (type == PatchType.APPLY) {
      Config config = Config.read(patch);
      return registry.write(
          new Apply(write, current -> applied(request, config, options, warn, current)));
    }
    return registry.write(
        new Patch(write, current -> patched(request, type, patch, options, warn, current)));
  }

  static PatchType type(ResourceRequest request) {
    return request.kind().type().content() == null ? builtInType(request) : customType(request);
  }

  /** Nobody says of custom resources how lists would be merged. */
  private static PatchType customType(ResourceRequest request) {
    return named(request)
        .filter(type -> type != PatchType.STRATEGIC)
        .orElseThrow(
            () ->
                Status.of(
                        415,
                        "UnsupportedMediaType",
                        "the body of the request was in an unknown format - accepted media types include:"
                            + " application/json-patch+json, application/merge-patch+json,"
                            + " application/apply-patch+yaml")
                    .exception());
  }

  private static Optional<PatchType> named(ResourceRequest request) {
    String header = request.exchange().header("Content-Type");
    return PatchType.of(
        header == null ? "" : header.split(";", 2)[0].strip().toLowerCase(Locale.ROOT));
  }

  private static PatchType builtInType(ResourceRequest request) {
    return named(request)
        .orElseThrow(
            () ->
                new Status(
                        415,
                        "UnsupportedMediaType",
                        "415: Unsupported Media Type",
                        Status.Details.of("", "", ""))
                    .exception());
  }

  /** The object with the patch on it. */
  private ObjectNode patched(
      ResourceRequest request,
      PatchType type,
      byte[] patch,
      WriteOptions options,
      Consumer<String> warn,
      ObjectNode current) {
    Kind kind = request.kind();
    ObjectNode served = kind.conversion().fromStored(current);
    kind.putTypeMeta(served);
    Bodies.Body patched =
        Patches.apply(type, patch, served, kind.type(), options.validation())
            .read(bodies, Target.of(kind), options.validation());
    patched.warnings().forEach(warn);
    Writes.checkName(request.target().name(), patched.object());
    return Writes.toStored(kind, request.stored(), patched.object());
  }

  /** What the applier wants, merged into the object, or alone if there is none. */
  private ObjectNode applied(
      ResourceRequest request,
      Config config,
      WriteOptions options,
      Consumer<String> warn,
      @Nullable ObjectNode current) {
    Kind kind = request.kind();
    @Nullable ObjectNode live = current == null ? null : kind.conversion().fromStored(current);
    if (live != null) {
      kind.putTypeMeta(live);
    }
    Write write = new Write(options.manager(), request.target().subresource(), clock.instant());
    ObjectNode merged = fields.apply(kind, live, config, write, options.force());
    config.checked(options.validation(), kind).forEach(warn);
    Writes.checkName(request.target().name(), merged);
    return Writes.toStored(kind, request.stored(), merged);
  }
}

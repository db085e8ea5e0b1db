package dev.muster.apiserver.handlers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.registry.Updates;
import dev.muster.apiserver.registry.WriteOutcome;
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
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** PATCH in all its forms. */
final class Patching {
  private final Bodies bodies;
  private final Updates updates;
  private final ManagedFields fields;
  private final InstantSource clock;

  Patching(Bodies bodies, Updates updates, ManagedFields fields, InstantSource clock) {
    this.bodies = bodies;
    this.updates = updates;
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
    Updates.Change change =
        type == PatchType.APPLY
            ? new Apply(request, Config.read(patch), options, warn)
            : new Edit(request, type, patch, options, warn);
    return updates.update(request.write(options, warn), change);
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

  /** Applies the patch to whatever is stored at the moment. */
  private final class Edit implements Updates.Change {
    private final ResourceRequest request;
    private final PatchType type;
    private final byte[] patch;
    private final WriteOptions options;
    private final Consumer<String> warn;

    Edit(
        ResourceRequest request,
        PatchType type,
        byte[] patch,
        WriteOptions options,
        Consumer<String> warn) {
      this.request = request;
      this.type = type;
      this.patch = patch;
      this.options = options;
      this.warn = warn;
    }

    @Override
    public ObjectNode from(@Nullable ObjectNode current) {
      Kind kind = request.kind();
      ObjectNode served = kind.conversion().fromStored(Objects.requireNonNull(current));
      served.put("kind", kind.kind()).put("apiVersion", kind.apiVersion());
      Bodies.Body patched =
          Patches.apply(type, patch, served, kind.type(), options.validation())
              .read(bodies, Target.of(kind), options.validation());
      patched.warnings().forEach(warn);
      Writes.checkName(request.target().name(), patched.object());
      return Writes.toStored(kind, request.stored(), patched.object());
    }

    @Override
    public boolean mayCreate(Kind kind) {
      return false;
    }

    @Override
    public boolean followsCurrent() {
      return true;
    }
  }

  /** Server-side apply: merges what the applier wants into whatever is stored, or creates it. */
  private final class Apply implements Updates.Change {
    private final ResourceRequest request;
    private final Config config;
    private final WriteOptions options;
    private final Consumer<String> warn;

    Apply(ResourceRequest request, Config config, WriteOptions options, Consumer<String> warn) {
      this.request = request;
      this.config = config;
      this.options = options;
      this.warn = warn;
    }

    @Override
    public ObjectNode from(@Nullable ObjectNode current) {
      Kind kind = request.kind();
      @Nullable ObjectNode live = current == null ? null : kind.conversion().fromStored(current);
      if (live != null) {
        live.put("kind", kind.kind()).put("apiVersion", kind.apiVersion());
      }
      Write write = new Write(options.manager(), request.target().subresource(), clock.instant());
      ObjectNode merged = fields.apply(kind, live, config, write, options.force());
      config.checked(options.validation(), kind).forEach(warn);
      Writes.checkName(request.target().name(), merged);
      return Writes.toStored(kind, request.stored(), merged);
    }

    @Override
    public boolean ownsFields() {
      return true;
    }

    @Override
    public boolean mayCreate(Kind kind) {
      return request.target().subresource().isEmpty();
    }

    @Override
    public boolean followsCurrent() {
      return true;
    }
  }
}

package dev.muster.model.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.DecodeException;
import dev.muster.model.codec.Decoder;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.model.status.ApiException;
import dev.muster.model.status.Status;
import dev.muster.model.types.Schema;
import dev.muster.model.types.StructType;
import org.jspecify.annotations.Nullable;

/** One apply: merges the configuration into the object and settles who owns what. */
final class Applying {
  private static final String BEFORE = "before-first-apply";

  private final OtherVersions versions;
  private final Kind kind;
  private final Shape shape;
  private final Write write;
  private final FieldSet reset;

  Applying(Kinds kinds, Kind kind, Write write) {
    this.versions = new OtherVersions(kinds, kind);
    this.kind = kind;
    this.shape = Shape.of(kind.type());
    this.write = write;
    this.reset = ResetFields.of(kind, write.subresource());
  }

  /**
   * @param live the stored object; the empty one for a create
   * @return a new canonical object with its managed fields
   */
  ObjectNode apply(ObjectNode live, Config config, boolean force) {
    checkKind(config);
    checkTypes(kind.type(), config);
    Owners before = owners(live);
    ObjectNode old = withoutOwners(live);
    Merged merged = merged(old, config, before);
    checkOtherVersions(old, merged);
    Changes changes = new Changes(versions, old, merged.object, reset);
    Conflicts conflicts = Conflicts.of(merged.owners, merged.applier, changes);
    if (!force && !conflicts.isEmpty()) {
      Conflicts left =
          write.manager().equals("kubectl")
              ? conflicts.outside(LastApplied.unchanged(kind, old))
              : conflicts;
      if (!left.isEmpty()) {
        throw left.exception();
      }
    }
    Owners after =
        merged.owners.map(
            owner -> owner.sameAs(merged.applier) ? owner.fields() : changes.leftTo(owner));
    return result(old, config, merged, after);
  }

  private void checkKind(Config config) {
    String group = kind.group().isEmpty() ? "/" + kind.version() : kind.apiVersion();
    if (!config.claimedKind().equals(group + ", Kind=" + kind.kind())) {
      throw Status.badRequest("invalid object type: " + config.claimedKind()).exception();
    }
    if (config.object().path("metadata").path("managedFields").isArray()) {
      throw Status.badRequest("metadata.managedFields must be nil").exception();
    }
  }

  private static void checkTypes(StructType type, Config config) {
    TypedCheck.faults(type, config.object())
        .ifPresent(
            faults -> {
              throw refused("failed to create typed patch object", config, ": " + faults);
            });
  }

  /**
   * Where nothing but the name of a version differs, an object must fit the types of every version
   * in which somebody else owns something: Kubernetes cannot compare it there otherwise.
   */
  private void checkOtherVersions(ObjectNode old, Merged merged) {
    if (!kind.conversion().renamesOnly()) {
      return;
    }
    merged.owners().all().stream()
        .filter(owner -> !owner.sameAs(merged.applier()))
        .map(Owner::apiVersion)
        .distinct()
        .filter(version -> !version.equals(kind.apiVersion()))
        .flatMap(version -> versions.find(version).stream())
        .forEach(
            other -> {
              fit("old", other.type(), old);
              fit("new", other.type(), merged.object());
            });
  }

  private static void fit(String which, StructType type, ObjectNode object) {
    TypedCheck.unfit(type, object)
        .ifPresent(
            faults -> {
              throw Status.of(500, "", "failed to convert " + which + " object: " + faults)
                  .exception();
            });
  }

  private static ApiException refused(String what, Config config, String why) {
    return Status.badRequest(what + " (" + config.described() + ")" + why).exception();
  }

  /** Who owned what; what nobody did belongs to those who came before the first apply. */
  private Owners owners(ObjectNode live) {
    Owners known = Owners.of(live);
    if (!known.isEmpty()) {
      return known;
    }
    ObjectNode empty = StructShape.of(kind.type()).empty();
    FieldSet all =
        Comparison.of(kind.type(), empty, live)
            .without(reset)
            .changed()
            .difference(Stripped.FIELDS);
    Write first = new Write(BEFORE, write.subresource(), write.at());
    return Owners.NONE.with(first.updater(kind.apiVersion(), all));
  }

  private static ObjectNode withoutOwners(ObjectNode live) {
    ObjectNode out = live.deepCopy();
    if (out.get("metadata") instanceof ObjectNode metadata) {
      metadata.remove("managedFields");
    }
    return out;
  }

  /** The object with the configuration laid over it, and who then owns what but for conflicts. */
  private record Merged(ObjectNode object, Owners owners, Owner applier, @Nullable Owner last) {}

  private Merged merged(ObjectNode old, Config config, Owners before) {
    FieldSet mentioned = Mentioned.in(shape, config.object()).without(reset);
    Owner applier = write.applier(kind.apiVersion(), mentioned);
    Owner last = before.find(applier);
    Owners owners = before.with(applier);
    JsonNode merged = Merging.merge(shape, old, config.object());
    JsonNode pruned = new Pruning(versions).prune(merged, last, owners);
    return new Merged((ObjectNode) pruned, owners, applier, last);
  }

  /** Of custom resources only the metadata have a form that they must get. */
  private ObjectNode decoded(ObjectNode merged) {
    if (kind.type().content() == null) {
      return Decoder.decode(kind.type(), merged).object();
    }
    ObjectNode out = merged.deepCopy();
    StructType metadata = Schema.kubernetes().struct("meta/v1.ObjectMeta");
    out.set("metadata", Decoder.decode(metadata, out.path("metadata")).object());
    return out;
  }

  private ObjectNode result(ObjectNode old, Config config, Merged merged, Owners after) {
    boolean same = ValueOrder.compare(old, merged.object) == 0;
    ObjectNode object;
    try {
      object = same ? old : decoded(merged.object);
    } catch (DecodeException e) {
      throw refused(
          "failed to convert new object", config, " to proper version: " + e.getMessage());
    }
    if (write.manager().equals("kubectl")) {
      LastApplied.renew(object, config.object());
    }
    FieldSet own = merged.applier.fields().difference(Stripped.FIELDS);
    Owner applier = merged.applier.with(own);
    // who changes nothing keeps the time of the last change, if there was one
    Owner last = merged.last;
    Owner timed = same ? applier.at(last == null ? "" : last.time()) : applier;
    after.with(timed).writeTo(object);
    return object;
  }
}

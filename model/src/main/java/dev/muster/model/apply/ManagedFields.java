package dev.muster.model.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.model.types.StructType;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps {@code metadata.managedFields}. Objects are canonical trees of the version of the request;
 * stateless but for the kinds it knows, safe for any thread.
 */
public final class ManagedFields {
  private final Kinds kinds;

  /** Keeps entries for objects of these kinds, in any of their versions. */
  public ManagedFields(Kinds kinds) {
    this.kinds = kinds;
  }

  /**
   * Records what a create, an update or a patch changed. Called with the object as the client means
   * it: decoded and defaulted, before admission and before the kind's strategy prepares it.
   *
   * @param live the stored object, or null for a create
   * @param object the new object, into which the entries are written
   * @return {@code object}
   */
  public ObjectNode update(Kind kind, @Nullable ObjectNode live, ObjectNode object, Write write) {
    if (kind.type().content() != null && !fitsAll(kind, live, object, write)) {
      // nobody can tell the parts of what does not fit its definition
      Owners.NONE.writeTo(object);
      return object;
    }
    Owners before = ownersBefore(live, object, write);
    Owners after = before;
    boolean tracked = !before.isEmpty() || live == null || !live.path("metadata").has("uid");
    if (live == null && before.isEmpty()) {
      after = ownedByCreator(kind, object, write);
    } else if (tracked) {
      ObjectNode old = live == null ? StructShape.of(kind.type()).empty() : live;
      after = ManagerLimit.enforce(afterUpdate(kind, old, object, before, write));
    }
    after.writeTo(object);
    return object;
  }

  /** In every version in which somebody owns something, where nothing but its name differs. */
  private boolean fitsAll(Kind kind, @Nullable ObjectNode live, ObjectNode object, Write write) {
    if (!fits(kind.type(), live, object)) {
      return false;
    }
    if (!kind.conversion().renamesOnly()) {
      return true;
    }
    OtherVersions others = new OtherVersions(kinds, kind);
    return ownersBefore(live, object, write).all().stream()
        .flatMap(owner -> others.find(owner.apiVersion()).stream())
        .allMatch(other -> fits(other.type(), live, object));
  }

  private static boolean fits(StructType type, @Nullable ObjectNode live, ObjectNode object) {
    return TypedCheck.fits(type, object) && (live == null || TypedCheck.fits(type, live));
  }

  /**
   * As {@link #update} for a create of what has no kind of its own: what is posted to a subresource
   * and answered there.
   */
  public ObjectNode created(StructType type, String apiVersion, ObjectNode object, Write write) {
    Comparison added = Comparison.of(type, StructShape.of(type).empty(), object);
    FieldSet gained = added.changed().difference(Stripped.FIELDS);
    Owners.NONE.with(write.updater(apiVersion, gained)).writeTo(object);
    return object;
  }

  /** What {@link #afterUpdate} comes to when nobody owns anything yet. */
  private static Owners ownedByCreator(Kind kind, ObjectNode object, Write write) {
    Comparison added = Comparison.of(kind.type(), StructShape.of(kind.type()).empty(), object);
    FieldSet gained =
        added
            .changed()
            .without(ResetFields.of(kind, write.subresource()))
            .difference(Stripped.FIELDS);
    return Owners.NONE.with(write.updater(kind.apiVersion(), gained));
  }

  /** The entries a client sends count, unless it writes to a subresource or sends none. */
  private static Owners ownersBefore(@Nullable ObjectNode live, ObjectNode object, Write write) {
    if (write.subresource().isEmpty()) {
      JsonNode sent = object.path("metadata").path("managedFields");
      if (sent.isArray() && (sent.isEmpty() || sent.size() == 1 && sent.get(0).isEmpty())) {
        return Owners.NONE;
      }
      Owners own = readable(object);
      if (!own.isEmpty()) {
        return own;
      }
    }
    return readable(live);
  }

  private static Owners readable(@Nullable ObjectNode object) {
    try {
      return Owners.of(object);
    } catch (IllegalArgumentException e) {
      return Owners.NONE;
    }
  }

  private Owners afterUpdate(
      Kind kind, ObjectNode old, ObjectNode object, Owners before, Write write) {
    FieldSet reset = ResetFields.of(kind, write.subresource());
    Changes changes = new Changes(new OtherVersions(kinds, kind), old, object, reset);
    FieldSet gained = changes.own().changed().difference(Stripped.FIELDS);
    Owners left = before.map(changes::leftTo);
    if (gained.isEmpty()) {
      return left;
    }
    Owner writer = write.updater(kind.apiVersion(), gained);
    Owner known = left.find(writer);
    return left.with(known == null ? writer : writer.with(gained.union(known.fields())));
  }

  /**
   * Server-side apply: merges a configuration into the stored object and settles who owns what.
   *
   * @param live the stored object, which stays as it is, or null for a create
   * @param force take fields that others own
   * @return the new object, canonical and not yet defaulted, with its managed fields
   * @throws dev.muster.model.status.ApiException when the configuration does not fit, or is in
   *     conflict with others
   */
  public ObjectNode apply(
      Kind kind, @Nullable ObjectNode live, Config config, Write write, boolean force) {
    ObjectNode old = live == null ? StructShape.of(kind.type()).empty() : live;
    return new Applying(kinds, kind, write).apply(old, config, force);
  }

  /**
   * Puts the times of the entries back when nothing else has changed, so that a write without
   * effect stays one.
   *
   * @param object the object that would be stored
   */
  public static void keepTimesIfUnchanged(ObjectNode live, ObjectNode object) {
    JsonNode before = live.path("metadata").path("managedFields");
    JsonNode after = object.path("metadata").path("managedFields");
    if (before.isEmpty() || before.size() != after.size()) {
      return;
    }
    for (int i = 0; i < before.size(); i++) {
      if (!same(before.get(i), after.get(i), "time")) {
        return;
      }
    }
    if (same(live.path("metadata"), object.path("metadata"), "managedFields")
        && same(live, object, "metadata")
        && object.get("metadata") instanceof ObjectNode metadata) {
      metadata.set("managedFields", before.deepCopy());
    }
  }

  /** Whether two objects are the same but for one field. */
  private static boolean same(JsonNode a, JsonNode b, String but) {
    for (Map.Entry<String, JsonNode> e : a.properties()) {
      if (!e.getKey().equals(but) && !e.getValue().equals(b.get(e.getKey()))) {
        return false;
      }
    }
    int extra = (b.has(but) ? 1 : 0) - (a.has(but) ? 1 : 0);
    return b.size() - a.size() == extra;
  }
}

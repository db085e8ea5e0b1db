package dev.muster.apiserver.handlers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.apps.Scales;
import dev.muster.model.apply.ScaleFields;
import dev.muster.model.scheme.Kind;
import java.util.function.Consumer;

/**
 * A kind as its scale sees it: where a custom resource has its replicas is said for each version,
 * so it is read and changed in the one that is asked for.
 */
record ScaledKind(Kind stored, Kind asked) {
  static ScaledKind of(Kind stored, Kind asked) {
    return new ScaledKind(stored, stored.type().content() == null ? stored : asked);
  }

  /** Whether it has a scale at all. */
  boolean scales() {
    return asked.type().content() == null || asked.strategy().scalePaths().isPresent();
  }

  /** The scale of an object that is stored. */
  ObjectNode scale(ObjectNode object) {
    return Scales.of(asked, shown(object));
  }

  /** The same, with who owns its fields. */
  ObjectNode ownedScale(ObjectNode object) {
    ObjectNode shown = shown(object);
    ObjectNode scale = Scales.of(asked, shown);
    ScaleFields.toScale(shown, asked.apiVersion(), Scales.paths(asked).wanted(), scale);
    return scale;
  }

  /** Writes what can be written of a scale into the object. */
  void apply(ObjectNode scale, ObjectNode object) {
    change(object, shown -> Scales.apply(asked, scale, shown));
  }

  /** The same, with who owns its fields. */
  void applyOwned(ObjectNode scale, ObjectNode object) {
    change(
        object,
        shown -> {
          Scales.apply(asked, scale, shown);
          ScaleFields.toParent(scale, asked.apiVersion(), Scales.paths(asked).wanted(), shown);
        });
  }

  private ObjectNode shown(ObjectNode object) {
    return isStored() ? object : asked.conversion().fromStored(object.deepCopy());
  }

  private void change(ObjectNode object, Consumer<ObjectNode> how) {
    if (isStored()) {
      how.accept(object);
      return;
    }
    ObjectNode shown = shown(object);
    how.accept(shown);
    ObjectNode changed = asked.conversion().toStored(shown);
    object.removeAll();
    object.setAll(changed);
  }

  private boolean isStored() {
    return asked.apiVersion().equals(stored.apiVersion());
  }
}

package dev.muster.apiserver.handlers;

import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.request.ListOptions;
import dev.muster.model.scheme.Kind;
import dev.muster.model.selector.FieldSelector;
import dev.muster.model.selector.LabelSelector;
import java.util.function.Predicate;

/** Which objects a list or watch asks for. */
record Selection(Kind kind, LabelSelector labels, FieldSelector fields)
    implements Predicate<StoredObject> {

  static Selection of(Kind kind, ListOptions options) {
    return new Selection(
        kind,
        LabelSelector.parse(options.labelSelector()),
        FieldSelector.parse(kind, options.fieldSelector()));
  }

  boolean everything() {
    return labels.isEmpty() && fields.isEmpty();
  }

  @Override
  public boolean test(StoredObject object) {
    return labels.matches(object.labels()) && matches(object);
  }

  /** By which fields custom resources can be selected may have changed since they were written. */
  private boolean matches(StoredObject object) {
    return kind.type().content() == null || fields.isEmpty()
        ? fields.matches(object.fields())
        : fields.matches(kind.conversion().fromStored(object.tree()));
  }
}

package dev.muster.model.apply;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.scheme.Conversion;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import java.util.Optional;

/** The other versions in which an object's fields may be named. */
record OtherVersions(Kinds kinds, Kind kind) {

  /** The same kind in the version of that name, or empty when it is not served any more. */
  Optional<Kind> find(String apiVersion) {
    return apiVersion.equals(kind.apiVersion())
        ? Optional.of(kind)
        : kinds
            .byKind(apiVersion, kind.kind())
            .filter(other -> other.storagePrefix().equals(kind.storagePrefix()));
  }

  ObjectNode convert(ObjectNode object, Kind from, Kind to) {
    boolean same =
        to.apiVersion().equals(from.apiVersion())
            || from.conversion() == Conversion.SAME && to.conversion() == Conversion.SAME;
    return same
        ? object
        : to.conversion().fromStored(from.conversion().toStored(object.deepCopy()));
  }
}

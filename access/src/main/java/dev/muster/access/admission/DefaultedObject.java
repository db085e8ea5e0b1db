package dev.muster.access.admission;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.model.codec.DecodeException;
import dev.muster.model.codec.Decoder;
import dev.muster.model.scheme.Kind;
import dev.muster.views.MetaV1.PartialObjectMetadata;
import java.util.Optional;

/** An object as admission sees it first: with the defaults of its kind. */
public final class DefaultedObject {
  private DefaultedObject() {}

  /**
   * The object with its kind's defaults; as it was sent if the kind is not known here or the object
   * is not one of it, which is for the server to say.
   */
  public static ObjectNode of(ObjectNode sent) {
    PartialObjectMetadata given = PartialObjectMetadata.of(sent);
    Optional<Kind> kind =
        KubernetesKinds.kinds().known().stream()
            .filter(k -> k.apiVersion().equals(given.apiVersion().text()))
            .filter(k -> k.kind().equals(given.kind().text()))
            .findFirst();
    if (kind.isEmpty()) {
      return sent;
    }
    try {
      ObjectNode stored = kind.get().conversion().toStored(decoded(kind.get(), sent));
      kind.get().strategy().applyDefaults(stored);
      return kind.get().conversion().fromStored(stored);
    } catch (DecodeException e) {
      return sent;
    }
  }

  private static ObjectNode decoded(Kind kind, ObjectNode sent) {
    return Decoder.decode(kind.type(), sent).object();
  }
}

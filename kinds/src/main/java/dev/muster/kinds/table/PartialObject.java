package dev.muster.kinds.table;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.views.MetaV1.MutablePartialObjectMetadata;
import dev.muster.views.MetaV1.MutablePartialObjectMetadataList;
import dev.muster.views.MetaV1.ObjectMeta;
import java.util.List;

/** Objects reduced to their metadata. */
public final class PartialObject {
  private PartialObject() {}

  /**
   * @param version of the group meta.k8s.io, {@code v1} or {@code v1beta1}
   */
  public static ObjectNode of(ObjectNode object, String version) {
    MutablePartialObjectMetadata out = MutablePartialObjectMetadata.create();
    out.kind("PartialObjectMetadata").apiVersion("meta.k8s.io/" + version);
    out.metadata().set(ObjectMeta.ofObject(object).tree());
    return out.tree();
  }

  /** A list; its metadata is kept. */
  public static ObjectNode list(ObjectNode listMetadata, List<ObjectNode> objects, String version) {
    MutablePartialObjectMetadataList out = MutablePartialObjectMetadataList.create();
    out.kind("PartialObjectMetadataList").apiVersion("meta.k8s.io/" + version);
    out.metadata().set(listMetadata);
    ArrayNode items = out.items().replace();
    objects.forEach(object -> items.add(of(object, version)));
    return out.tree();
  }
}

package dev.muster.kinds.table;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** Objects reduced to their metadata. */
public final class PartialObject {
  private PartialObject() {}

  /**
   * @param version of the group meta.k8s.io, {@code v1} or {@code v1beta1}
   */
  public static ObjectNode of(ObjectNode object, String version) {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    out.put("kind", "PartialObjectMetadata").put("apiVersion", "meta.k8s.io/" + version);
    out.set("metadata", object.path("metadata"));
    return out;
  }

  /** A list; its metadata is kept. */
  public static ObjectNode list(ObjectNode listMetadata, List<ObjectNode> objects, String version) {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    out.put("kind", "PartialObjectMetadataList").put("apiVersion", "meta.k8s.io/" + version);
    out.set("metadata", listMetadata);
    ArrayNode items = out.putArray("items");
    objects.forEach(object -> items.add(of(object, version)));
    return out;
  }
}

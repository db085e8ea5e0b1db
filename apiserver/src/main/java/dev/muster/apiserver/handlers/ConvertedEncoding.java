package dev.muster.apiserver.handlers;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.request.Accept;
import dev.muster.base.deadline.Deadline;
import dev.muster.http.Body;
import dev.muster.model.scheme.Kind;
import dev.muster.model.status.Status;
import dev.muster.views.MetaV1.MutableListMeta;
import dev.muster.views.MetaV1.MutablePartialObjectMetadata;
import dev.muster.views.MetaV1.MutablePartialObjectMetadataList;

/**
 * Objects that have to be written anew: in another version than the stored one, as YAML or
 * protobuf, or indented for people.
 */
final class ConvertedEncoding implements NegotiatedEncoding {
  private final Kind kind;
  private final TreeEncoding encoding;

  ConvertedEncoding(Kind kind, Accept accept, boolean pretty) {
    this.kind = kind;
    this.encoding = new TreeEncoding(kind, accept, pretty);
  }

  @Override
  public String contentType() {
    return encoding.accept().contentType();
  }

  @Override
  public String streamContentType() {
    return encoding.streamContentType();
  }

  @Override
  public void object(StoredObject object, Body out) {
    encoding.write(served(object), out);
  }

  @Override
  public void list(Page page, Body out) {
    MutableListMeta metadata = ListHead.metadataTree(page);
    if (kind.type().content() != null) {
      metadata.continue_().setIfAbsent("");
    }
    MutablePartialObjectMetadataList list =
        MutablePartialObjectMetadataList.create()
            .kind(kind.listKind())
            .apiVersion(kind.apiVersion())
            .metadata(metadata);
    ArrayNode items = list.items().replace();
    for (StoredObject item : page.items()) {
      ObjectNode tree = served(item);
      if (kind.type().content() == null) {
        MutablePartialObjectMetadata.of(tree).kind().remove();
        MutablePartialObjectMetadata.of(tree).apiVersion().remove();
      }
      items.add(tree);
    }
    encoding.write(list.tree(), out);
  }

  @Override
  public void event(String type, StoredObject object, Body out) {
    encoding.event(type, served(object), out);
  }

  @Override
  public void bookmark(long revision, boolean initialEventsEnd, Body out) {
    encoding.event("BOOKMARK", Bookmark.of(kind, revision, initialEventsEnd), out);
  }

  @Override
  public void error(Status status, Body out) {
    encoding.event("ERROR", status.toJson(), out);
  }

  private ObjectNode served(StoredObject object) {
    Deadline.check();
    ObjectNode tree = kind.conversion().fromStored(object.tree());
    return kind.putTypeMeta(tree);
  }
}

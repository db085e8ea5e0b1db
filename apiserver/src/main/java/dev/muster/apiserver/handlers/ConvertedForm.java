package dev.muster.apiserver.handlers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.api.codec.Encoder;
import dev.muster.api.codec.Yaml;
import dev.muster.api.deadline.Deadline;
import dev.muster.api.kinds.Kind;
import dev.muster.apiserver.http.Body;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.request.Accept;

/**
 * Objects that have to be written anew: in another version than the stored one, as YAML, or
 * indented for people.
 */
final class ConvertedForm implements Form {
  private final Kind kind;
  private final Accept accept;
  private final boolean pretty;

  ConvertedForm(Kind kind, Accept accept, boolean pretty) {
    this.kind = kind;
    this.accept = accept;
    this.pretty = pretty;
  }

  @Override
  public String contentType() {
    return accept.contentType();
  }

  @Override
  public void object(StoredObject object, Body out) {
    write(served(object), out);
  }

  @Override
  public void list(Page page, Body out) {
    ObjectNode list = JsonNodeFactory.instance.objectNode();
    list.put("kind", kind.listKind()).put("apiVersion", kind.apiVersion());
    ObjectNode metadata =
        list.putObject("metadata").put("resourceVersion", Long.toString(page.revision()));
    if (!page.continueToken().isEmpty()) {
      metadata.put("continue", page.continueToken());
      if (page.remaining() > 0) {
        metadata.put("remainingItemCount", page.remaining());
      }
    }
    ArrayNode items = list.putArray("items");
    for (StoredObject item : page.items()) {
      ObjectNode tree = served(item);
      tree.remove("kind");
      tree.remove("apiVersion");
      items.add(tree);
    }
    write(list, out);
  }

  /** On one line, whoever reads it: a watch is not for people. */
  @Override
  public void event(String type, StoredObject object, Body out) {
    ObjectNode event = JsonNodeFactory.instance.objectNode().put("type", type);
    event.set("object", served(object));
    out.add(Encoder.encode(event)).add(Ascii.NEWLINE);
  }

  @Override
  public void bookmark(long revision, boolean initialEventsEnd, Body out) {
    out.add(Ascii.bytes(Bookmark.line(kind, revision, initialEventsEnd)));
  }

  private ObjectNode served(StoredObject object) {
    Deadline.check();
    ObjectNode tree = kind.conversion().fromStored(object.tree());
    return tree.put("kind", kind.kind()).put("apiVersion", kind.apiVersion());
  }

  private void write(JsonNode tree, Body out) {
    if (accept.yaml()) {
      out.add(Yaml.fromTree(tree));
    } else if (pretty) {
      out.add(Ascii.bytes(tree.toPrettyString())).add(Ascii.NEWLINE);
    } else {
      out.add(Encoder.encode(tree)).add(Ascii.NEWLINE);
    }
  }
}

package dev.muster.apiserver.handlers;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.api.codec.Encoder;
import dev.muster.api.codec.Yaml;
import dev.muster.api.deadline.Deadline;
import dev.muster.api.kinds.Kind;
import dev.muster.api.kinds.SharedType;
import dev.muster.api.status.ApiException;
import dev.muster.api.status.Status;
import dev.muster.api.table.PartialObject;
import dev.muster.api.table.TableAnswer;
import dev.muster.api.table.TableStream;
import dev.muster.apiserver.http.Body;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.request.Accept;
import dev.muster.apiserver.request.Query;
import java.time.InstantSource;
import java.util.List;

/**
 * Objects as rows of a table, or reduced to their metadata. One per request: a watch describes its
 * columns once.
 */
final class TableForm implements Form {
  private static final String OBJECT = "PartialObjectMetadata";
  private static final String LIST = "PartialObjectMetadataList";

  private final Kind kind;
  private final Accept accept;
  private final TableAnswer.Include include;
  private final InstantSource clock;
  private final TableStream events;

  TableForm(Kind kind, Accept accept, Query query, InstantSource clock) {
    this.kind = kind;
    this.accept = accept;
    this.include = TableAnswer.Include.named(query.text("includeObject"));
    this.clock = clock;
    this.events = new TableStream(answer());
  }

  static boolean offers(String as, String group, String version) {
    return group.equals("meta.k8s.io")
        && (version.equals("v1") || version.equals("v1beta1"))
        && (as.equals("Table") || as.equals(OBJECT) || as.equals(LIST));
  }

  @Override
  public String contentType() {
    return accept.contentType();
  }

  @Override
  public void object(StoredObject object, Body out) {
    object(served(object), out);
  }

  /** An object as it is served. */
  void object(ObjectNode tree, Body out) {
    if (accept.as().equals(LIST)) {
      throw notAcceptable("not a list", kind.kind());
    }
    write(
        table()
            ? answer().ofObject(tree, clock.instant())
            : PartialObject.of(tree, accept.version()),
        out);
  }

  @Override
  public void list(Page page, Body out) {
    if (accept.as().equals(OBJECT)) {
      throw notAcceptable("a list", kind.listKind());
    }
    ObjectNode metadata = JsonNodeFactory.instance.objectNode();
    metadata.put("resourceVersion", Long.toString(page.revision()));
    if (!page.continueToken().isEmpty()) {
      metadata.put("continue", page.continueToken());
      if (page.remaining() > 0) {
        metadata.put("remainingItemCount", page.remaining());
      }
    }
    List<ObjectNode> objects = page.items().stream().map(this::served).toList();
    write(
        table()
            ? answer().ofList(metadata, objects, clock.instant())
            : PartialObject.list(metadata, objects, accept.version()),
        out);
  }

  @Override
  public void event(String type, StoredObject object, Body out) {
    ObjectNode event = JsonNodeFactory.instance.objectNode().put("type", type);
    event.set("object", told(served(object)));
    write(event, out);
  }

  @Override
  public void bookmark(long revision, boolean initialEventsEnd, Body out) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    ObjectNode metadata =
        object.putObject("metadata").put("resourceVersion", Long.toString(revision));
    if (initialEventsEnd) {
      metadata.putObject("annotations").put("k8s.io/initial-events-end", "true");
    }
    ObjectNode event = JsonNodeFactory.instance.objectNode().put("type", "BOOKMARK");
    if (table()) {
      object.put("kind", kind.kind()).put("apiVersion", kind.apiVersion());
    }
    event.set("object", told(object));
    write(event, out);
  }

  /** As a watch has it. */
  private ObjectNode told(ObjectNode tree) {
    return table() ? events.next(tree, clock.instant()) : PartialObject.of(tree, accept.version());
  }

  private ObjectNode served(StoredObject object) {
    Deadline.check();
    ObjectNode tree = kind.conversion().fromStored(object.tree());
    tree.put("kind", kind.kind()).put("apiVersion", kind.apiVersion());
    if (!table() || include == TableAnswer.Include.OBJECT) {
      return tree;
    }
    // columns are made of what is stored, which tells more than an older version can
    ObjectNode printed = object.tree();
    printed.set("metadata", tree.path("metadata"));
    return printed.put("kind", kind.kind()).put("apiVersion", kind.apiVersion());
  }

  private ApiException notAcceptable(String what, String kindName) {
    return Status.of(
            406,
            "NotAcceptable",
            "you requested "
                + accept.as()
                + ", but the requested object is "
                + what
                + " (*"
                + SharedType.of(kind.group(), kindName)
                + ")")
        .exception();
  }

  private boolean table() {
    return accept.as().equals("Table");
  }

  private TableAnswer answer() {
    return new TableAnswer(kind, accept.version(), include);
  }

  private void write(ObjectNode tree, Body out) {
    if (accept.yaml()) {
      out.add(Yaml.fromTree(tree));
    } else {
      out.add(Encoder.encode(tree)).add(Ascii.NEWLINE);
    }
  }
}

package dev.muster.apiserver.handlers;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.request.Accept;
import dev.muster.apiserver.request.Query;
import dev.muster.base.deadline.Deadline;
import dev.muster.http.Body;
import dev.muster.kinds.table.PartialObject;
import dev.muster.kinds.table.TableAnswer;
import dev.muster.kinds.table.TableStream;
import dev.muster.model.codec.MediaType;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.SharedType;
import dev.muster.model.status.ApiException;
import dev.muster.model.status.Status;
import dev.muster.views.MetaV1.MutableObjectMeta;
import dev.muster.views.MetaV1.MutablePartialObjectMetadata;
import java.time.InstantSource;
import java.util.List;

/**
 * Objects as rows of a table, or reduced to their metadata. One per request: a watch describes its
 * columns once.
 */
final class TableEncoding implements NegotiatedEncoding {
  private static final String OBJECT = "PartialObjectMetadata";
  private static final String LIST = "PartialObjectMetadataList";

  private final Kind kind;
  private final Accept accept;
  private final TreeEncoding encoding;
  private final TableAnswer.Include include;
  private final InstantSource clock;
  private final TableStream events;

  TableEncoding(Kind kind, Accept accept, Query query, InstantSource clock) {
    this.kind = kind;
    this.accept = accept;
    this.encoding = new TreeEncoding(kind, accept, false);
    this.include = TableAnswer.Include.named(query.text("includeObject"));
    this.clock = clock;
    this.events = new TableStream(answer());
  }

  /** Tables cannot be written as protobuf. */
  static boolean offers(MediaType format, String as, String group, String version) {
    return group.equals("meta.k8s.io")
        && (version.equals("v1") || version.equals("v1beta1"))
        && (as.equals("Table") && format != MediaType.PROTOBUF
            || as.equals(OBJECT)
            || as.equals(LIST));
  }

  @Override
  public String contentType() {
    return accept.contentType();
  }

  @Override
  public String streamContentType() {
    return encoding.streamContentType();
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
    encoding.write(
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
    ObjectNode metadata = ListHead.metadataTree(page).tree();
    List<ObjectNode> objects = page.items().stream().map(this::served).toList();
    encoding.write(
        table()
            ? answer().ofList(metadata, objects, clock.instant())
            : PartialObject.list(metadata, objects, accept.version()),
        out);
  }

  @Override
  public void event(String type, StoredObject object, Body out) {
    encoding.event(type, told(served(object)), out);
  }

  @Override
  public void bookmark(long revision, boolean initialEventsEnd, Body out) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    MutablePartialObjectMetadata.of(object).metadata(Bookmark.metadata(revision, initialEventsEnd));
    if (table()) {
      kind.putTypeMeta(object);
    }
    encoding.event("BOOKMARK", told(object), out);
  }

  @Override
  public void error(Status status, Body out) {
    encoding.event("ERROR", status.toJson(), out);
  }

  /** As a watch has it. */
  private ObjectNode told(ObjectNode tree) {
    return table() ? events.next(tree, clock.instant()) : PartialObject.of(tree, accept.version());
  }

  private ObjectNode served(StoredObject object) {
    Deadline.check();
    ObjectNode tree = kind.conversion().fromStored(object.tree());
    kind.putTypeMeta(tree);
    if (!table() || include == TableAnswer.Include.OBJECT || kind.type().content() != null) {
      return tree;
    }
    // columns are made of what is stored, which tells more than an older version can
    ObjectNode printed = object.tree();
    MutablePartialObjectMetadata.of(printed).metadata(MutableObjectMeta.ofObject(tree));
    return kind.putTypeMeta(printed);
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
}

package dev.muster.apiserver.handlers;

import dev.muster.apiserver.registry.StoredObject;
import dev.muster.http.Body;
import dev.muster.model.codec.Encoder;
import dev.muster.model.scheme.Kind;
import dev.muster.model.status.Status;

/**
 * Objects as JSON in the version in which they are stored: the bytes go out as they are. The hot
 * path of every read.
 */
final class StoredEncoding implements NegotiatedEncoding {
  private static final byte[] ADDED = Ascii.bytes("{\"type\":\"ADDED\",\"object\":");
  private static final byte[] MODIFIED = Ascii.bytes("{\"type\":\"MODIFIED\",\"object\":");
  private static final byte[] DELETED = Ascii.bytes("{\"type\":\"DELETED\",\"object\":");

  private static final byte[] ERROR = Ascii.bytes("{\"type\":\"ERROR\",\"object\":");

  private final Kind kind;

  StoredEncoding(Kind kind) {
    this.kind = kind;
  }

  @Override
  public String contentType() {
    return "application/json";
  }

  @Override
  public void object(StoredObject object, Body out) {
    out.add(object.json()).add(Ascii.NEWLINE);
  }

  @Override
  public void list(Page page, Body out) {
    out.add(Ascii.bytes(ListHead.of(kind, page)));
    boolean first = true;
    for (StoredObject item : page.items()) {
      out.add(first ? Ascii.OPEN_ITEM : Ascii.NEXT_ITEM);
      out.add(item.json(), item.itemStart(), item.json().length);
      first = false;
    }
    out.add(Ascii.END_LIST);
  }

  @Override
  public void event(String type, StoredObject object, Body out) {
    out.add(head(type)).add(object.json()).add(Ascii.END_EVENT);
  }

  @Override
  public long weight(StoredObject object) {
    return object.json().length + 64L;
  }

  @Override
  public void bookmark(long revision, boolean initialEventsEnd, Body out) {
    out.add(Ascii.bytes(Bookmark.line(kind, revision, initialEventsEnd)));
  }

  @Override
  public void error(Status status, Body out) {
    out.add(ERROR).add(Encoder.encode(status.toJson())).add(Ascii.END_EVENT);
  }

  private static byte[] head(String type) {
    return switch (type) {
      case "ADDED" -> ADDED;
      case "DELETED" -> DELETED;
      default -> MODIFIED;
    };
  }
}

package dev.muster.apiserver.handlers;

import dev.muster.apiserver.registry.StoredObject;
import dev.muster.http.Body;
import dev.muster.model.status.Status;
import java.util.List;

/**
 * How objects of one kind leave the server: as themselves, in another version, as rows of a table,
 * as bare metadata.
 */
interface NegotiatedEncoding {

  String contentType();

  /** Of a watch. */
  default String streamContentType() {
    return contentType();
  }

  void object(StoredObject object, Body out);

  void list(Page page, Body out);

  /** One event of a watch; {@code type} is ADDED, MODIFIED or DELETED. */
  void event(String type, StoredObject object, Body out);

  /** No less than the bytes of the line of a watch that tells of the object. */
  default long weight(StoredObject object) {
    return 2L * object.json().length + 4096;
  }

  /** An event that only tells how far the watch is. */
  void bookmark(long revision, boolean initialEventsEnd, Body out);

  /** The last event of a watch that cannot go on. */
  void error(Status status, Body out);

  /**
   * One page of a list.
   *
   * @param continueToken empty on the last page
   * @param remaining how many follow; negative when not known
   */
  record Page(List<StoredObject> items, long revision, String continueToken, long remaining) {}
}

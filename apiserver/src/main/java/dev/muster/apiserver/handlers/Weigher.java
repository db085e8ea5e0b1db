package dev.muster.apiserver.handlers;

import dev.muster.apiserver.registry.Registry;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.http.Exchange;
import dev.muster.store.Entry;
import dev.muster.store.Snapshot;
import java.util.Iterator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Tells which requests are heavy: those that may compute for longer than a virtual thread should
 * keep its carrier. What is light is done sooner where it is.
 */
final class Weigher {
  /** Bodies and objects up to this size are done with in less than a millisecond or so. */
  private static final int LIGHT_BYTES = 32 * 1024;

  /** So many objects are listed as they are stored, or looked through, in no time. */
  private static final int LIGHT_LIST = 500;

  /** So many are written anew. */
  private static final int LIGHT_CONVERTED_LIST = 20;

  /** To answer one of these all roles and bindings may have to be looked at. */
  private static final String QUESTIONS = "access.muster.dev";

  private static final Pattern MULTIPLYING =
      Pattern.compile("yaml|json-patch", Pattern.CASE_INSENSITIVE);
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");

  private final Registry registry;

  Weigher(Registry registry) {
    this.registry = registry;
  }

  boolean heavy(ResourceRequest request) {
    boolean part = !request.target().subresource().isEmpty();
    return switch (request.target().verb()) {
      case "list", "deletecollection" -> heavyList(request);
      case "get" -> (part || !plain(request)) && heavyObject(request);
      case "create" ->
          heavyBody(request.exchange())
              || request.kind().group().equals(QUESTIONS)
              || part && heavyObject(request);
      default -> heavyBody(request.exchange()) || heavyObject(request);
    };
  }

  private boolean heavyList(ResourceRequest request) {
    if (!request.kind().stored()) {
      return false;
    }
    Snapshot<StoredObject> snapshot = registry.store().snapshot();
    String prefix = request.target().prefix();
    long count = snapshot.count(prefix);
    boolean asStored = plain(request) && request.target().verb().equals("list");
    if (asStored || count > LIGHT_CONVERTED_LIST) {
      return count > (asStored ? LIGHT_LIST : LIGHT_CONVERTED_LIST);
    }
    long bytes = 0;
    for (Iterator<Entry<StoredObject>> all = snapshot.range(prefix, ""); all.hasNext(); ) {
      bytes += all.next().value().json().length;
    }
    return bytes > LIGHT_BYTES;
  }

  private boolean heavyObject(ResourceRequest request) {
    Entry<StoredObject> entry =
        request.kind().stored()
            ? registry.find(request.stored(), request.target().namespace(), request.target().name())
            : null;
    return entry != null && entry.value().json().length > LIGHT_BYTES;
  }

  /**
   * A length that is not announced may be any, and so may what comes of a body that can say the
   * same thing many times: YAML with its aliases, a JSON patch with its copies.
   */
  private static boolean heavyBody(Exchange exchange) {
    String length = exchange.header("Content-Length");
    @Nullable String type = exchange.header("Content-Type");
    if (length == null || type != null && MULTIPLYING.matcher(type).find()) {
      return true;
    }
    return !NUMBER.matcher(length).matches() || Integer.parseInt(length) > LIGHT_BYTES;
  }

  /** Whether objects are wanted as they are stored. */
  private static boolean plain(ResourceRequest request) {
    @Nullable String accept = request.exchange().header("Accept");
    boolean json =
        accept == null
            || accept.equals("application/json")
            || accept.equals("*/*")
            || accept.startsWith("application/json,");
    return json
        && !request.query().has("pretty")
        && request.kind().apiVersion().equals(request.stored().apiVersion());
  }
}

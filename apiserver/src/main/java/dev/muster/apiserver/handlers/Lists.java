package dev.muster.apiserver.handlers;

import dev.muster.apiserver.registry.StoredObject;
import dev.muster.apiserver.request.ContinueToken;
import dev.muster.apiserver.request.ListOptions;
import dev.muster.apiserver.request.ResourceTarget;
import dev.muster.apiserver.visibility.Visibility;
import dev.muster.base.deadline.Deadline;
import dev.muster.model.field.FieldError;
import dev.muster.model.status.ApiException;
import dev.muster.model.status.Status;
import dev.muster.store.CompactedException;
import dev.muster.store.Entry;
import dev.muster.store.FutureRevisionException;
import dev.muster.store.Snapshot;
import dev.muster.store.Store;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Lists: a consistent page of one snapshot. */
final class Lists {
  private static final String EXPIRED = "The resourceVersion for the provided list is too old.";
  private static final String EXPIRED_CONTINUE =
      "The provided continue parameter is too old to display a consistent list result. You can start a new list without the"
          + " continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing"
          + " with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the"
          + " time the first chunk was returned and now may show up in the list.";

  /** How many objects are looked at before the clock is. */
  private static final int CHECK_EVERY = 64;

  private final Store<StoredObject> store;

  Lists(Store<StoredObject> store) {
    this.store = store;
  }

  NegotiatedEncoding.Page list(ResourceTarget target, ListOptions options, Visibility visible) {
    // the version that was asked for names the fields of selectors
    Selection selection = Selection.of(target.kind(), options);
    Listing of = new Listing(target, selection, visible);
    long version = options.version();
    if (!options.continueToken().isEmpty()) {
      ContinueToken token = ContinueToken.decode(options.continueToken());
      if (version > 0) {
        throw Status.badRequest("specifying resource version is not allowed when using continue")
            .exception();
      }
      return goOn(token, of, options.limit());
    }
    Snapshot<StoredObject> newest = newest(version);
    boolean exact =
        options.exact() || version > 0 && options.limit() > 0 && options.match().isEmpty();
    Snapshot<StoredObject> snapshot = exact ? past(version, EXPIRED) : newest;
    // whoever takes any version gets all of it
    long limit = options.resourceVersion().equals("0") ? 0 : options.limit();
    return page(snapshot, of, "", limit);
  }

  /** What is there now, if that is not older than wanted. */
  Snapshot<StoredObject> newest(long version) {
    Snapshot<StoredObject> newest = store.snapshot();
    if (version > newest.revision()) {
      throw tooLarge(version, newest.revision()).exception();
    }
    return newest;
  }

  /**
   * What is listed.
   *
   * @param visible INVARIANT: all that a page says comes from what this shows: its items, whether
   *     more follow, and the key after which they do
   */
  private record Listing(ResourceTarget target, Selection selection, Visibility visible) {
    /** Whether nothing but its place decides whether an object is listed. */
    boolean whole() {
      return selection.everything() && visible == Visibility.Everything.EVERYTHING;
    }
  }

  /** A token that is too old is answered with one that goes on with what is there now. */
  private NegotiatedEncoding.Page goOn(ContinueToken token, Listing of, long limit) {
    String startAfter = of.target().prefix() + token.startAfter();
    if (token.revision() < 0) {
      return page(store.snapshot(), of, startAfter, limit);
    }
    try {
      return page(past(token.revision(), EXPIRED), of, startAfter, limit);
    } catch (ApiException e) {
      if (e.status().code() != 410) {
        throw e;
      }
      throw Status.expired(EXPIRED_CONTINUE)
          .goingOn(new ContinueToken(ContinueToken.NEWEST, token.startAfter()).encode())
          .exception();
    }
  }

  private static NegotiatedEncoding.Page page(
      Snapshot<StoredObject> snapshot, Listing of, String startAfter, long limit) {
    List<StoredObject> items = new ArrayList<>();
    boolean all = of.selection().everything();
    String prefix = of.target().prefix();
    Iterator<Entry<StoredObject>> entries = of.visible().range(snapshot, of.target(), startAfter);
    String last = "";
    for (int seen = 1; entries.hasNext(); seen++) {
      if (seen % CHECK_EVERY == 0) {
        Deadline.check();
      }
      Entry<StoredObject> entry = entries.next();
      if (limit > 0 && items.size() == limit) {
        // there is more, whether it is selected or not
        String token =
            new ContinueToken(snapshot.revision(), last.substring(prefix.length())).encode();
        return new NegotiatedEncoding.Page(
            items, snapshot.revision(), token, of.whole() ? snapshot.count(prefix, last) : -1);
      }
      if (all || of.selection().test(entry.value())) {
        items.add(entry.value());
        last = entry.key();
      }
    }
    return new NegotiatedEncoding.Page(items, snapshot.revision(), "", -1);
  }

  private Snapshot<StoredObject> past(long revision, String expired) {
    try {
      return store.snapshot(revision);
    } catch (CompactedException e) {
      throw Status.expired(expired).exception();
    } catch (FutureRevisionException e) {
      throw tooLarge(revision, store.snapshot().revision()).exception();
    }
  }

  private static Status tooLarge(long version, long current) {
    FieldError cause = new FieldError("ResourceVersionTooLarge", "", "Too large resource version");
    return new Status(
        504,
        "Timeout",
        "Timeout: Too large resource version: " + version + ", current: " + current,
        new Status.Details("", "", "", "", List.of(cause), 1));
  }
}

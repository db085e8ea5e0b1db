package dev.muster.apiserver.registry;

import dev.muster.store.Event;
import dev.muster.store.Follower;
import dev.muster.store.Projection;
import dev.muster.store.Snapshot;
import dev.muster.store.Store;
import java.util.List;

/** When something under a prefix of the store last changed; a later revision if that is unknown. */
final class LastChange implements Follower<StoredObject> {
  private final Projection<StoredObject> projection;
  private volatile long revision;

  LastChange(Store<StoredObject> store, String prefix) {
    projection = new Projection<>(store, List.of(prefix), this);
  }

  /** Another one after every change that was acknowledged before. */
  long revision() {
    projection.catchUp();
    return revision;
  }

  @Override
  public void load(Snapshot<StoredObject> snapshot) {
    revision = snapshot.revision();
  }

  @Override
  public void apply(Event<StoredObject> event) {
    revision = event.revision();
  }
}

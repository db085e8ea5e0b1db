package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.Seconds;
import dev.muster.model.codec.Times;
import dev.muster.views.MetaV1.MutableObjectMeta;
import dev.muster.views.MetaV1.ObjectMeta;
import java.time.DateTimeException;
import java.time.Instant;

/**
 * Deletions that were stored with an end beyond the calendar, which no client can read: they get
 * the longest time there is, counted from the object's creation.
 */
final class EndlessDeletion {
  private static final int WRITTEN = "2006-01-02T15:04:05Z".length();

  private EndlessDeletion() {}

  /** Whether the object was changed. */
  static boolean mend(ObjectNode object) {
    if (!(ObjectMeta.ofObject(object).tree() instanceof ObjectNode metadata)
        || !ObjectMeta.of(metadata).deletionTimestamp().present()
        || ObjectMeta.of(metadata).deletionTimestamp().text().length() == WRITTEN
            && ObjectMeta.of(metadata).deletionGracePeriodSeconds().number() <= Seconds.MOST) {
      return false;
    }
    Instant born;
    try {
      born = Instant.parse(ObjectMeta.of(metadata).creationTimestamp().text());
    } catch (DateTimeException e) {
      born = Instant.EPOCH;
    }
    MutableObjectMeta.of(metadata).deletionTimestamp(Times.seconds(born.plusSeconds(Seconds.MOST)));
    MutableObjectMeta.of(metadata).deletionGracePeriodSeconds(Seconds.MOST);
    return true;
  }
}

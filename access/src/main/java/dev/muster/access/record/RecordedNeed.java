package dev.muster.access.record;

import java.util.Comparator;

/** A verb on a kind of thing; the namespace is empty for the whole cluster. */
record RecordedNeed(String namespace, String apiGroup, String resource, String verb)
    implements Comparable<RecordedNeed> {
  /** Names come from whoever made the requests: they have an order, not just a hash. */
  private static final Comparator<RecordedNeed> ORDER =
      Comparator.comparing(RecordedNeed::namespace)
          .thenComparing(RecordedNeed::apiGroup)
          .thenComparing(RecordedNeed::resource)
          .thenComparing(RecordedNeed::verb);

  @Override
  public int compareTo(RecordedNeed other) {
    return ORDER.compare(this, other);
  }

  RecordedNeed inNamespace(String other) {
    return new RecordedNeed(other, apiGroup, resource, verb);
  }
}

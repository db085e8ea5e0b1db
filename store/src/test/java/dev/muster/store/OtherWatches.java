package dev.muster.store;

/** A store whose watches a test can have its way with. */
class OtherWatches<V> implements Store<V> {
  private final Store<V> inner;

  OtherWatches(Store<V> inner) {
    this.inner = inner;
  }

  @Override
  public Snapshot<V> snapshot() {
    return inner.snapshot();
  }

  @Override
  public Snapshot<V> snapshot(long revision) {
    return inner.snapshot(revision);
  }

  @Override
  public Entry<V> put(String key, Draft<V> draft, long expected) {
    return inner.put(key, draft, expected);
  }

  @Override
  public Entry<V> delete(String key, long expected) {
    return inner.delete(key, expected);
  }

  @Override
  public Watch<V> watch(String prefix, long after) {
    return inner.watch(prefix, after);
  }

  @Override
  public Usage usage() {
    return inner.usage();
  }

  @Override
  public void compact(long revision) {
    inner.compact(revision);
  }

  @Override
  public void close() {
    inner.close();
  }
}

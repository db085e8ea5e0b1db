package dev.muster.store;

/** What compacts a store in the background. */
@FunctionalInterface
public interface AutoCompaction extends AutoCloseable {
  @Override
  void close();
}

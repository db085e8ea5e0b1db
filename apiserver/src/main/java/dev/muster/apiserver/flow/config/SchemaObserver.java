package dev.muster.apiserver.flow.config;

/** Is told what becomes of the requests of one schema in one level. Thread-safe, and quick. */
public interface SchemaObserver {
  SchemaObserver NONE = new SchemaObserver() {};

  /**
   * A request waits.
   *
   * @param length how many do in its queue, itself included
   */
  default void queued(int seats, int length) {}

  default void unqueued(int seats) {}

  default void dispatched(int seats) {}

  default void finished(int seats, long nanos, boolean watch) {}

  /**
   * How long a request of a level with limits waited, if only for an instant.
   *
   * @param let whether it was let execute or wait, even if in vain; as Kubernetes counts
   */
  default void waited(long nanos, boolean let) {}

  default void rejected(String reason) {}

  default void estimated(int seats) {}
}

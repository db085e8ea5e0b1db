package dev.muster.apiserver.flow.config;

/** Is told what becomes of requests. Thread-safe. */
@FunctionalInterface
public interface FlowObserver {
  FlowObserver NONE = (level, schema) -> SchemaObserver.NONE;

  /** Of one schema in one level: the same one each time. */
  SchemaObserver of(String level, String schema);
}

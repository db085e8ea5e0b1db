package dev.muster.apiserver.registry;

/** What the server itself makes of a write that was stored, before it is answered. */
@FunctionalInterface
public interface Consequence {
  /**
   * @param name of the object that was written or deleted
   */
  void follow(WriteRequest request, String name);
}

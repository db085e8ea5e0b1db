package dev.muster.scheduler;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.concurrent.atomic.AtomicLong;

/** A tree that counts how often something of it is read. */
@SuppressWarnings("unchecked") // Jackson overrides deepCopy so
final class CountedTree extends ObjectNode {
  private static final long serialVersionUID = 1;

  private final transient AtomicLong reads;

  CountedTree(ObjectNode of, AtomicLong reads) {
    super(JsonNodeFactory.instance);
    this.reads = reads;
    of.properties().forEach(each -> set(each.getKey(), each.getValue()));
  }

  @Override
  public JsonNode path(String field) {
    reads.incrementAndGet();
    return super.path(field);
  }

  @Override
  public JsonNode get(String field) {
    reads.incrementAndGet();
    return super.get(field);
  }

  @Override
  public boolean equals(Object other) {
    return super.equals(other);
  }

  @Override
  public int hashCode() {
    return super.hashCode();
  }
}

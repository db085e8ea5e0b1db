package dev.muster.views;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A struct whose fields the compiler knows, to be changed. It is the tree itself and holds nothing
 * else, neither a copy nor a path: {@code spec.hostNetwork(true)} puts the value into the tree,
 * {@code spec.hostNetwork()} is the field, which can be asked, defaulted and removed.
 */
public interface MutableView {
  /** The struct. */
  ObjectNode tree();
}

package dev.muster.apiserver.reload;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A configuration, and what said it.
 *
 * @param <C> the configuration
 */
public final class LoadedConfig<C> {
  private final byte[] bytes;
  private final ObjectNode tree;
  private final C configuration;

  public LoadedConfig(byte[] bytes, ObjectNode tree, C configuration) {
    this.bytes = bytes;
    this.tree = tree;
    this.configuration = configuration;
  }

  /** The file's bytes, not to be changed; none if flags said it. */
  public byte[] bytes() {
    return bytes;
  }

  /** The file with defaults, not to be changed: files mean the same if their trees are equal. */
  public ObjectNode tree() {
    return tree;
  }

  public C configuration() {
    return configuration;
  }
}

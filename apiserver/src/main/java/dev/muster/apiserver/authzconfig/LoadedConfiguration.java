package dev.muster.apiserver.authzconfig;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** A configuration, and the file that said it. */
public final class LoadedConfiguration {
  private final byte[] bytes;
  private final ObjectNode tree;
  private final AuthorizationConfiguration configuration;

  LoadedConfiguration(byte[] bytes, ObjectNode tree, AuthorizationConfiguration configuration) {
    this.bytes = bytes;
    this.tree = tree;
    this.configuration = configuration;
  }

  /** The file's bytes, not to be changed. */
  public byte[] bytes() {
    return bytes;
  }

  /** The file with defaults: two files mean the same if theirs are equal. */
  ObjectNode tree() {
    return tree;
  }

  public AuthorizationConfiguration configuration() {
    return configuration;
  }
}

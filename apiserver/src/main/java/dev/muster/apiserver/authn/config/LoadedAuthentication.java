package dev.muster.apiserver.authn.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** A configuration, and what said it. */
public final class LoadedAuthentication {
  private final byte[] bytes;
  private final ObjectNode tree;
  private final AuthenticationConfiguration configuration;

  LoadedAuthentication(byte[] bytes, ObjectNode tree, AuthenticationConfiguration configuration) {
    this.bytes = bytes;
    this.tree = tree;
    this.configuration = configuration;
  }

  /** The file's bytes, not to be changed; none if flags said it. */
  public byte[] bytes() {
    return bytes;
  }

  public AuthenticationConfiguration configuration() {
    return configuration;
  }

  boolean saysTheSameAs(LoadedAuthentication other) {
    return tree.equals(other.tree);
  }

  /** What it says of anonymous access. */
  JsonNode anonymous() {
    return tree.path("anonymous");
  }
}

package dev.muster.cli.faults;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;

/**
 * What a server answered.
 *
 * @param code 0 if there was no answer
 */
record ServerReply(int code, JsonNode body) {
  static final ServerReply NONE = new ServerReply(0, MissingNode.getInstance());

  /** Whether what was asked for may have been done nevertheless, or will be. */
  boolean leavesOpen() {
    return code == 0 || code >= 500;
  }

  /** The revision of the object, or of the list. */
  long revision() {
    return body.at("/metadata/resourceVersion").asLong();
  }
}

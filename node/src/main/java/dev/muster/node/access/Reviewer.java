package dev.muster.node.access;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/** The API server, as far as it is asked about others. */
@FunctionalInterface
public interface Reviewer {
  /** Posts a review; what comes back has a status. */
  ObjectNode review(String path, JsonNode review) throws IOException;
}

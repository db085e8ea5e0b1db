package dev.muster.cli.cases;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What is to come out.
 *
 * @param allowed or refused
 * @param reason a part of the refusal's message; empty for any
 * @param result what the object must have in the end; missing for anything
 * @param paths values by their JSON pointers; null for none there
 * @param identities by the names of containers
 */
record CaseExpectation(
    boolean allowed,
    String reason,
    JsonNode result,
    Map<String, JsonNode> paths,
    Map<String, ExpectedIdentity> identities) {
  CaseExpectation {
    paths = Collections.unmodifiableMap(new LinkedHashMap<>(paths));
    identities = Collections.unmodifiableMap(new LinkedHashMap<>(identities));
  }
}

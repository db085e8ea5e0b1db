package dev.muster.admission.psp;

import com.fasterxml.jackson.databind.JsonNode;

/** A value that a policy fills in. */
public record FilledIn(String field, JsonNode value) {
  @Override
  public String toString() {
    return field + ": " + value;
  }
}

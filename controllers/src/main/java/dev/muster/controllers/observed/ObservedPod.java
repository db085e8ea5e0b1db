package dev.muster.controllers.observed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Optional;

/** A pod as the API server has it. */
public record ObservedPod(ObjectNode tree) {

  public JsonNode metadata() {
    return tree.path("metadata");
  }

  public JsonNode spec() {
    return tree.path("spec");
  }

  public JsonNode status() {
    return tree.path("status");
  }

  public String name() {
    return metadata().path("name").asText();
  }

  public String namespace() {
    return metadata().path("namespace").asText();
  }

  public String uid() {
    return metadata().path("uid").asText();
  }

  public String phase() {
    return status().path("phase").asText("");
  }

  public boolean succeeded() {
    return phase().equals("Succeeded");
  }

  /** Whether its containers are at their end for good. */
  public boolean terminal() {
    return succeeded() || phase().equals("Failed");
  }

  public boolean deleted() {
    return metadata().hasNonNull("deletionTimestamp");
  }

  /** Neither at its end nor on the way out. */
  public boolean active() {
    return !terminal() && !deleted();
  }

  /** On the way out, and not at its end yet. */
  public boolean terminating() {
    return !terminal() && deleted();
  }

  public boolean scheduled() {
    return !spec().path("nodeName").asText("").isEmpty();
  }

  public boolean ready() {
    return condition("Ready").filter(ready -> statusOf(ready).equals("True")).isPresent();
  }

  public Optional<JsonNode> condition(String type) {
    return status()
        .path("conditions")
        .valueStream()
        .filter(one -> one.path("type").asText().equals(type))
        .findFirst();
  }

  public Instant created() {
    return time(metadata().path("creationTimestamp")).orElse(Instant.EPOCH);
  }

  public String annotation(String name) {
    return metadata().path("annotations").path(name).asText("");
  }

  public boolean hasFinalizer(String finalizer) {
    return metadata()
        .path("finalizers")
        .valueStream()
        .anyMatch(one -> one.asText().equals(finalizer));
  }

  public static String statusOf(JsonNode condition) {
    return condition.path("status").asText();
  }

  /** A time as the API writes it; empty if there is none. */
  public static Optional<Instant> time(JsonNode text) {
    return text.isTextual() && !text.textValue().isEmpty()
        ? Optional.of(Instant.parse(text.textValue()))
        : Optional.empty();
  }
}

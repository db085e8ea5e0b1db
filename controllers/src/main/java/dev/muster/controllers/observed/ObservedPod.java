package dev.muster.controllers.observed;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.At;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.PodCondition;
import dev.muster.views.CoreV1.PodSpec;
import dev.muster.views.CoreV1.PodStatus;
import dev.muster.views.MetaV1.ObjectMeta;
import java.time.Instant;
import java.util.Optional;

/** A pod as the API server has it. */
public record ObservedPod(ObjectNode tree) {

  public ObjectMeta metadata() {
    return Pod.of(tree).metadata();
  }

  public PodSpec spec() {
    return Pod.of(tree).spec();
  }

  public PodStatus status() {
    return Pod.of(tree).status();
  }

  public String name() {
    return metadata().name().text();
  }

  public String namespace() {
    return metadata().namespace().text();
  }

  public String uid() {
    return metadata().uid().text();
  }

  public String phase() {
    return status().phase().text();
  }

  public boolean succeeded() {
    return phase().equals("Succeeded");
  }

  /** Whether its containers are at their end for good. */
  public boolean terminal() {
    return succeeded() || phase().equals("Failed");
  }

  public boolean deleted() {
    return metadata().deletionTimestamp().present();
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
    return !spec().nodeName().text().isEmpty();
  }

  public boolean ready() {
    return condition("Ready").filter(ready -> ready.status().text().equals("True")).isPresent();
  }

  public Optional<PodCondition> condition(String type) {
    return status().conditions().stream().filter(one -> one.type().text().equals(type)).findFirst();
  }

  public Instant created() {
    return time(metadata().creationTimestamp()).orElse(Instant.EPOCH);
  }

  public String annotation(String name) {
    return metadata().annotations().text(name);
  }

  public boolean hasFinalizer(String finalizer) {
    return metadata().finalizers().texts().contains(finalizer);
  }

  /** A time as the API writes it; empty if there is none. */
  public static Optional<Instant> time(At text) {
    return text.text().isEmpty() ? Optional.empty() : Optional.of(Instant.parse(text.text()));
  }
}

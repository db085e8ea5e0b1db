package dev.muster.api.pods;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.api.codec.Trees;
import dev.muster.api.field.At;
import dev.muster.api.field.Errors;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Annotations that mean something to pods, those about security aside. */
final class PodAnnotations {
  /** Marks what a node runs by itself and only shows to the server. */
  static final String MIRROR = "kubernetes.io/config.mirror";

  private static final String TOLERATIONS = "scheduler.alpha.kubernetes.io/tolerations";
  private static final String DELETION_COST = "controller.kubernetes.io/pod-deletion-cost";
  private static final Pattern COST = Pattern.compile("0|[1-9][0-9]{0,9}|-[0-9]{1,10}");

  private PodAnnotations() {}

  static void validate(At annotations, At spec, Errors errors) {
    JsonNode mirror = annotations.node().get(MIRROR);
    if (mirror != null && spec.get("nodeName").empty()) {
      errors.invalidText(
          annotations.path().key(MIRROR),
          mirror.asText(),
          "must set spec.nodeName if mirror pod annotation is set");
    }
    tolerations(annotations, errors);
    String cost = annotations.text(DELETION_COST);
    if (annotations.has(DELETION_COST) && !isCost(cost)) {
      errors.invalidText(annotations.path().key(DELETION_COST), cost, "must be a 32bit integer");
    }
  }

  private static void tolerations(At annotations, Errors errors) {
    String text = annotations.text(TOLERATIONS);
    if (text.isEmpty()) {
      return;
    }
    try {
      JsonNode parsed = Trees.parse(text.getBytes(StandardCharsets.UTF_8));
      Tolerations.validate(new At(parsed, annotations.path().child(TOLERATIONS)), errors);
    } catch (IOException e) {
      errors.invalidText(annotations.path(), TOLERATIONS, "must be a JSON list of tolerations");
    }
  }

  private static boolean isCost(String text) {
    if (!COST.matcher(text).matches()) {
      return false;
    }
    long value = Long.parseLong(text);
    return value >= Integer.MIN_VALUE && value <= Integer.MAX_VALUE;
  }

  /** The mirror annotation is as fixed as the pod's origin. */
  static void validateUpdate(At annotations, At old, Errors errors) {
    At before = old.get(MIRROR);
    At now = annotations.get(MIRROR);
    if (before.present() && !(now.present() && now.text().equals(before.text()))) {
      errors.forbidden(
          annotations.path().key(MIRROR), "may not remove or update mirror pod annotation");
    } else if (before.absent() && now.present()) {
      errors.forbidden(annotations.path().key(MIRROR), "may not add mirror pod annotation");
    }
  }
}

package dev.muster.kinds.pods;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.model.codec.Trees;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.views.CoreV1.MutablePod;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.PodSpec;
import dev.muster.views.CoreV1.Toleration;
import dev.muster.views.ViewList;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/** Annotations that mean something to pods, those about security aside. */
final class PodAnnotations {
  /** Marks what a node runs by itself and only shows to the server. */
  static final String MIRROR = "kubernetes.io/config.mirror";

  /** Name the config map that says which account a Windows pod runs as. */
  private static final List<String> CREDENTIALS =
      List.of(
          "pod.alpha.kubernetes.io/windows-gmsa-config-map",
          "pod.beta.kubernetes.io/windows-gmsa-config-map");

  /** The server's own: which credential specs the pod was admitted with. */
  static final String ADMITTED = "gmsa.muster.dev/admitted";

  private static final String TOLERATIONS = "scheduler.alpha.kubernetes.io/tolerations";
  private static final String DELETION_COST = "controller.kubernetes.io/pod-deletion-cost";
  private static final Pattern COST = Pattern.compile("0|[1-9][0-9]{0,9}|-[0-9]{1,10}");

  private PodAnnotations() {}

  static void validate(At annotations, PodSpec spec, Errors errors) {
    JsonNode mirror = annotations.node().get(MIRROR);
    if (mirror != null && spec.nodeName().empty()) {
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
      At list = new At(parsed, annotations.path().child(TOLERATIONS));
      Tolerations.validate(ViewList.of(list, Toleration::new), errors);
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

  /** Writers who do not know of what the server has noted on a pod leave it there. */
  static void keepAdmitted(MutablePod pod, Pod old) {
    At before = old.metadata().annotations().get(ADMITTED);
    boolean kept = pod.reading().metadata().annotations().has(ADMITTED);
    if (before.present() && !kept) {
      pod.metadata().ensure().annotations().map().set(ADMITTED, before.node());
    }
  }

  /**
   * The origin of a pod is fixed, and so are the account that it runs as and what the server has
   * noted about it, whichever way a write comes.
   */
  static void validateUpdate(At annotations, At old, Errors errors) {
    fixed(annotations, old, ADMITTED, "the record of what was admitted", errors);
    fixed(annotations, old, MIRROR, "mirror pod annotation", errors);
    for (String name : CREDENTIALS) {
      fixed(annotations, old, name, "windows gmsa annotations", errors);
    }
  }

  private static void fixed(At annotations, At old, String name, String what, Errors errors) {
    At before = old.get(name);
    At now = annotations.get(name);
    if (before.present() && !(now.present() && now.text().equals(before.text()))) {
      errors.forbidden(annotations.path().key(name), "may not remove or update " + what);
    } else if (before.absent() && now.present()) {
      errors.forbidden(annotations.path().key(name), "may not add " + what);
    }
  }
}

package dev.muster.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.apply.Config;
import dev.muster.model.apply.ManagedFields;
import dev.muster.model.apply.Write;
import dev.muster.model.codec.FieldValidation;
import dev.muster.model.codec.Target;
import dev.muster.model.patch.PatchType;
import dev.muster.model.patch.Patches;
import dev.muster.model.scheme.Kind;
import dev.muster.model.status.ApiException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/** The first byte chooses the type of patch, the others are the patch of a pod. */
class PatchesFuzzTest {
  private static final Kind POD = Canonical.kind("v1", "Pod");
  private static final ManagedFields FIELDS = new ManagedFields(Canonical.KINDS);
  private static final Instant THEN = Instant.parse("2026-01-01T00:00:00Z");
  private static final ObjectNode LIVE = live();

  private static ObjectNode live() {
    String pod =
        """
        {"apiVersion":"v1","kind":"Pod",
         "metadata":{"name":"web","namespace":"default","uid":"1","labels":{"app":"web"},"finalizers":["a/b","c/d"]},
         "spec":{"containers":[
            {"name":"web","image":"web:1","ports":[{"containerPort":80,"protocol":"TCP"}],"env":[{"name":"A","value":"1"}]},
            {"name":"side","image":"side:1"}],
          "tolerations":[{"key":"a","operator":"Exists"}],
          "volumes":[{"name":"v","emptyDir":{}}]}}
        """;
    ObjectNode object =
        Canonical.BODIES
            .read(
                POD,
                "application/json",
                pod.getBytes(StandardCharsets.UTF_8),
                FieldValidation.STRICT)
            .object();
    return FIELDS.update(POD, null, object, new Write("kubectl-create", "", THEN));
  }

  @FuzzTest
  void makesAPodOrRefuses(byte[] input) {
    if (input.length == 0) {
      return;
    }
    PatchType type =
        switch (input[0] & 3) {
          case 0 -> PatchType.JSON;
          case 1 -> PatchType.MERGE;
          case 2 -> PatchType.STRATEGIC;
          default -> PatchType.APPLY;
        };
    ObjectNode live = LIVE.deepCopy();
    try {
      ObjectNode patched =
          type == PatchType.APPLY
              ? applied(Inputs.rest(input), live)
              : Patches.apply(type, Inputs.rest(input), live, POD.type(), FieldValidation.WARN)
                  .read(Canonical.BODIES, Target.of(POD), FieldValidation.WARN)
                  .object();
      Canonical.check(POD, patched);
    } catch (ApiException refused) {
      Inputs.refusedByClientsFault(refused);
    } finally {
      assertThat(live).isEqualTo(LIVE);
    }
  }

  /** Applied once is applied: a second time changes nothing. */
  private static ObjectNode applied(byte[] patch, ObjectNode live) {
    Write write = new Write("applier", "", THEN);
    ObjectNode once = FIELDS.apply(POD, live, Config.read(patch), write, true);
    ObjectNode twice = FIELDS.apply(POD, once.deepCopy(), Config.read(patch), write, true);
    if (!hasNull(Config.read(patch).object())) {
      assertThat(twice).isEqualTo(once);
    }
    return once;
  }

  /**
   * An entry whose key is null is one more at each apply, as for the real server: the zero that is
   * stored for the null is another key. Rules for the kinds refuse such keys later.
   */
  private static boolean hasNull(JsonNode value) {
    if (value.isNull()) {
      return true;
    }
    for (JsonNode each : value) {
      if (hasNull(each)) {
        return true;
      }
    }
    return false;
  }
}

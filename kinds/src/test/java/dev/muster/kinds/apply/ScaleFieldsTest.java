package dev.muster.kinds.apply;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.kinds.recorded.Rows;
import dev.muster.model.apply.Config;
import dev.muster.model.apply.ManagedFields;
import dev.muster.model.apply.ScaleFields;
import dev.muster.model.apply.Write;
import dev.muster.model.codec.Decoder;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScaleFieldsTest {
  private static final Kinds KINDS = KubernetesKinds.kinds();
  private static final ManagedFields FIELDS = new ManagedFields(KINDS);
  private static final Kind DEPLOYMENT = KINDS.byKind("apps/v1", "Deployment").orElseThrow();
  private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

  private static ObjectNode deployment() {
    ObjectNode made =
        Decoder.decode(
                DEPLOYMENT.type(),
                Rows.json(
                    "{'apiVersion':'apps/v1','kind':'Deployment','metadata':{'name':'d'},"
                        + "'spec':{'replicas':2,'paused':true}}"))
            .object();
    FIELDS.update(DEPLOYMENT, null, made, new Write("exchanges", "", START));
    ((ObjectNode) made.get("metadata")).put("uid", "u");
    return made;
  }

  private static ObjectNode scaleOf(ObjectNode deployment, long replicas) {
    ObjectNode scale =
        Decoder.decode(
                ScaleFields.KIND.type(),
                Rows.json(
                    "{'apiVersion':'autoscaling/v1','kind':'Scale','metadata':{'name':'d','uid':'u'},"
                        + "'spec':{'replicas':"
                        + replicas
                        + "}}"))
            .object();
    ScaleFields.toScale(deployment, "apps/v1", List.of("spec", "replicas"), scale);
    return scale;
  }

  @Test
  void aWriteThroughScaleTakesTheReplicas() {
    ObjectNode deployment = deployment();
    ObjectNode live = scaleOf(deployment, 2);
    ObjectNode scaled = scaleOf(deployment, 5);

    FIELDS.update(ScaleFields.KIND, live, scaled, new Write("exchanges", "scale", START));
    ScaleFields.toParent(scaled, "apps/v1", List.of("spec", "replicas"), deployment);

    assertThat(deployment.at("/metadata/managedFields"))
        .isEqualTo(
            Rows.json(
                "[{'manager':'exchanges','operation':'Update','apiVersion':'apps/v1','fieldsType':"
                    + "'FieldsV1','fieldsV1':{'f:spec':{'f:replicas':{}}},'subresource':'scale'},"
                    + "{'manager':'exchanges','operation':'Update','apiVersion':'apps/v1',"
                    + "'time':'2026-01-02T03:04:05Z','fieldsType':'FieldsV1',"
                    + "'fieldsV1':{'f:spec':{'f:paused':{}}}}]"));
  }

  @Test
  void anApplyThroughScaleTakesTheReplicasByForce() {
    ObjectNode deployment = deployment();
    byte[] config =
        ("{\"apiVersion\":\"autoscaling/v1\",\"kind\":\"Scale\",\"metadata\":{\"name\":\"d\"},"
                + "\"spec\":{\"replicas\":7}}")
            .getBytes(StandardCharsets.UTF_8);

    ObjectNode scaled =
        FIELDS.apply(
            ScaleFields.KIND,
            scaleOf(deployment, 2),
            Config.read(config),
            new Write("scaler", "scale", START),
            true);
    ScaleFields.toParent(scaled, "apps/v1", List.of("spec", "replicas"), deployment);

    assertThat(deployment.at("/metadata/managedFields"))
        .isEqualTo(
            Rows.json(
                "[{'manager':'scaler','operation':'Apply','apiVersion':'apps/v1','fieldsType':"
                    + "'FieldsV1','fieldsV1':{'f:spec':{'f:replicas':{}}},'subresource':'scale'},"
                    + "{'manager':'exchanges','operation':'Update','apiVersion':'apps/v1',"
                    + "'time':'2026-01-02T03:04:05Z','fieldsType':'FieldsV1',"
                    + "'fieldsV1':{'f:spec':{'f:paused':{}}}}]"));
  }
}

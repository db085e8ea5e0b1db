package dev.muster.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.model.codec.Bodies;
import dev.muster.model.codec.Encoder;
import dev.muster.model.codec.FieldValidation;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import java.util.List;

/** The property of every decoded object: what is written of it reads as the same object. */
final class Canonical {
  static final Kinds KINDS = KubernetesKinds.kinds();
  static final Bodies BODIES = new Bodies(KINDS);

  /** Those whose types have among them every sort of field. Kept inputs name them by place. */
  private static final List<Kind> CHOICE =
      List.of(
          kind("v1", "Pod"),
          kind("v1", "ConfigMap"),
          kind("v1", "Secret"),
          kind("v1", "Namespace"),
          kind("v1", "Node"),
          kind("v1", "Event"),
          kind("v1", "Service"),
          kind("v1", "PersistentVolumeClaim"),
          kind("apps/v1", "Deployment"),
          kind("batch/v1", "CronJob"),
          kind("autoscaling/v2", "HorizontalPodAutoscaler"),
          kind("networking.k8s.io/v1", "NetworkPolicy"),
          kind("rbac.authorization.k8s.io/v1", "ClusterRole"),
          kind("rbac.authorization.k8s.io/v1", "RoleBinding"),
          kind("coordination.k8s.io/v1", "Lease"),
          kind("admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicy"));

  private Canonical() {}

  /** A kind for each byte, beginning with {@code a}. */
  static Kind kind(byte chosen) {
    return CHOICE.get(Math.floorMod(chosen - 'a', CHOICE.size()));
  }

  static Kind kind(String apiVersion, String kind) {
    return KINDS.byKind(apiVersion, kind).orElseThrow();
  }

  static void check(Kind kind, ObjectNode object) {
    byte[] written = Encoder.encode(kind.type(), object);
    Bodies.Body again = BODIES.read(kind, "application/json", written, FieldValidation.STRICT);
    assertThat(again.object()).isEqualTo(object);
    assertThat(Encoder.encode(kind.type(), again.object())).isEqualTo(written);
  }
}

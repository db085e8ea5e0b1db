package dev.muster.kinds.pods;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.pods.security.AppArmor;
import dev.muster.kinds.pods.security.ContainerSecurity;
import dev.muster.kinds.pods.security.PodOs;
import dev.muster.kinds.pods.security.PodSecurity;
import dev.muster.kinds.pods.security.SecurityDefaults;
import dev.muster.kinds.pods.security.SecurityWarnings;
import dev.muster.kinds.pods.volumes.PersistentVolumeSources;
import dev.muster.kinds.pods.volumes.VolumeMounts;
import dev.muster.kinds.pods.volumes.VolumeRules;
import dev.muster.model.codec.Decoder;
import dev.muster.model.field.Errors;
import dev.muster.model.types.Field;
import dev.muster.model.types.Schema;
import dev.muster.model.types.StructType;
import dev.muster.model.types.Type;
import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.MutablePersistentVolumeSpec;
import dev.muster.views.CoreV1.MutablePodSpec;
import dev.muster.views.CoreV1.PersistentVolumeSpec;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.PodTemplateSpec;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;

/** Whatever a pod's volumes and security contexts hold, the answer is faults, not an exception. */
class RandomPodsTest {
  private static final List<String> TEXTS =
      List.of(
          "",
          "a",
          "v",
          "Localhost",
          "linux",
          "windows",
          "metadata.labels['a']",
          "x['",
          "/",
          "..",
          "a/../b",
          "iqn.2001-04.com.example:x",
          "D\\u",
          "\\",
          "unconfined",
          "localhost/",
          "é\u0000",
          "a.".repeat(3000) + "a",
          "1:2:3",
          "[::1]:80",
          "x.y/z",
          ":",
          "limits.cpu",
          "v1");
  private static final List<String> QUANTITIES = List.of("0", "-1", "1", "1m", "1.5Gi", "3e3");

  @Property(tries = 1000, seed = "42", edgeCases = net.jqwik.api.EdgeCasesMode.NONE)
  void neverThrowsAndDefaultsOnlyOnce(@ForAll long seed) {
    Random random = new Random(seed);
    ObjectNode pod =
        canonical("core/v1.Pod", struct(Schema.kubernetes().struct("core/v1.Pod"), random, 0));
    if (!(pod.get("spec") instanceof ObjectNode spec)) {
      return;
    }
    SecurityDefaults.apply(MutablePodSpec.of(spec));
    VolumeRules.applyDefaults(MutablePodSpec.of(spec));
    AppArmor.adoptAnnotations(pod);
    assertThat(pod).as("canonical").isEqualTo(canonical("core/v1.Pod", pod));
    ObjectNode once = pod.deepCopy();
    SecurityDefaults.apply(MutablePodSpec.of(spec));
    VolumeRules.applyDefaults(MutablePodSpec.of(spec));
    assertThat(pod).as("defaulted once").isEqualTo(once);

    Pod view = Pod.of(pod);
    Errors errors = new Errors();
    PodSecurity.validateAnnotations(view, errors);
    Set<String> names = VolumeRules.validate(view.spec(), "p", errors);
    for (Container container : view.spec().containers()) {
      VolumeMounts.validate(container, names, VolumeMounts.blocks(view.spec().volumes()), errors);
      ContainerSecurity.validate(container, view.spec(), errors);
      assertThat(SecurityWarnings.of(new PodTemplateSpec(view.at()), container))
          .doesNotContainNull();
    }
    PodSecurity.validateContext(view.spec(), errors);
    PodSecurity.validateHostProcess(view.spec(), errors);
    PodSecurity.validateHostUsers(view.spec(), errors);
    PodOs.validate(view.spec(), errors);
    PodSecurity.validateAnnotationsMatch(view, errors);
    assertThat(errors.message()).isNotNull();
    assertThat(VolumeRules.warnings(view.spec())).doesNotContainNull();
    assertThat(SecurityWarnings.of(new PodTemplateSpec(view.at()))).doesNotContainNull();
  }

  @Property(tries = 300, seed = "42", edgeCases = net.jqwik.api.EdgeCasesMode.NONE)
  void takesAnyPersistentVolume(@ForAll long seed) {
    String type = "core/v1.PersistentVolumeSpec";
    ObjectNode spec =
        canonical(type, struct(Schema.kubernetes().struct(type), new Random(seed), 0));
    PersistentVolumeSources.applyDefaults(MutablePersistentVolumeSpec.of(spec));
    assertThat(spec).isEqualTo(canonical(type, spec));
    Errors errors = new Errors();
    PersistentVolumeSources.validate(PersistentVolumeSpec.of(spec), "pv", errors);
    assertThat(errors.list()).doesNotContainNull();
  }

  private static ObjectNode canonical(String type, ObjectNode tree) {
    return Decoder.decode(Schema.kubernetes().struct(type), tree).object();
  }

  private static ObjectNode struct(StructType type, Random random, int depth) {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    for (Field field : type.fields()) {
      boolean wanted = field.name().equals("spec") || field.name().equals("volumes");
      if (wanted || random.nextInt(depth < 3 ? 3 : 2) == 0) {
        JsonNode value = value(field.type(), random, depth + 1);
        if (value != null) {
          out.set(field.name(), value);
        }
      }
    }
    return out;
  }

  private static @Nullable JsonNode value(Type type, Random random, int depth) {
    JsonNodeFactory nodes = JsonNodeFactory.instance;
    return switch (type) {
      case Type.Ref ref -> depth > 9 ? null : struct(ref.struct(), random, depth);
      case Type.ListOf list -> {
        ArrayNode out = nodes.arrayNode();
        for (int i = random.nextInt(3); i > 0; i--) {
          JsonNode element = value(list.element(), random, depth + 1);
          if (element != null) {
            out.add(element);
          }
        }
        yield out;
      }
      case Type.MapOf map -> {
        ObjectNode out = nodes.objectNode();
        JsonNode element = value(map.value(), random, depth + 1);
        if (element != null) {
          out.set(TEXTS.get(random.nextInt(TEXTS.size())), element);
        }
        yield out;
      }
      case Type.Scalar scalar ->
          switch (scalar.kind()) {
            case STRING -> nodes.textNode(TEXTS.get(random.nextInt(TEXTS.size())));
            case BOOL -> nodes.booleanNode(random.nextBoolean());
            case INT32 -> nodes.numberNode(random.nextInt());
            case INT64 -> nodes.numberNode(random.nextLong());
            case QUANTITY -> nodes.textNode(QUANTITIES.get(random.nextInt(QUANTITIES.size())));
            case UINT32, FLOAT64, BYTES, INT_OR_STRING, TIME, MICRO_TIME, DURATION, RAW, UNTYPED ->
                null;
          };
    };
  }
}

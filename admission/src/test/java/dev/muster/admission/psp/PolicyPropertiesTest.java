package dev.muster.admission.psp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.writes.Objects;
import java.util.List;
import java.util.Random;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** What holds for every policy and every pod. */
class PolicyPropertiesTest {
  private static final NamespaceRanges NAMESPACE =
      new NamespaceRanges("ns", MissingNode.getInstance());
  private static final List<String> CAPABILITIES = List.of("CHOWN", "KILL", "SYS_TIME", "NET_RAW");

  @Property(tries = 2000, edgeCases = EdgeCasesMode.NONE)
  void aPodThatAPolicyAdmittedIsAdmittedUnchangedNextTime(@ForAll long seed) {
    Random random = new Random(seed);
    Policy policy = Policy.of(policy(random));
    Trial first = policy.tryOn(pod(random), NAMESPACE);
    if (first.admits()) {
      Trial second = policy.tryOn(first.pod(), NAMESPACE);
      assertThat(second.faults()).isEmpty();
      assertThat(second.changes()).isEmpty();
      assertThat(second.pod()).isEqualTo(first.pod());
    }
  }

  @Property(tries = 2000, edgeCases = EdgeCasesMode.NONE)
  void idsOfAnAdmittedPodAreInsideTheRanges(@ForAll long seed) {
    Random random = new Random(seed);
    ObjectNode policy = policy(random);
    Trial trial = Policy.of(policy).tryOn(pod(random), NAMESPACE);
    if (!trial.admits()) {
      return;
    }
    JsonNode rules = policy.get("spec");
    JsonNode context = trial.pod().at("/spec/securityContext");
    inside(rules.get("fsGroup"), context.path("fsGroup"));
    context.path("supplementalGroups").forEach(g -> inside(rules.get("supplementalGroups"), g));
    for (JsonNode container : trial.pod().at("/spec/containers")) {
      for (String id : List.of("runAsUser", "runAsGroup")) {
        JsonNode own = container.path("securityContext").path(id);
        inside(rules.path(id), own.isMissingNode() ? context.path(id) : own);
      }
    }
  }

  private static void inside(JsonNode strategy, JsonNode id) {
    String rule = strategy.path("rule").asText();
    if (rule.equals("MustRunAs") || (rule.equals("MayRunAs") && !id.isMissingNode())) {
      assertThat(id.isNumber()).as("%s in %s", id, strategy).isTrue();
      assertThat(strategy.get("ranges"))
          .anyMatch(
              r -> r.get("min").asLong() <= id.asLong() && id.asLong() <= r.get("max").asLong());
    }
    if (rule.equals("MustRunAsNonRoot") && !id.isMissingNode()) {
      assertThat(id.asLong()).isNotZero();
    }
  }

  private static ObjectNode policy(Random random) {
    ObjectNode spec = JsonNodeFactory.instance.objectNode();
    spec.set("runAsUser", strategy(random, List.of("RunAsAny", "MustRunAs", "MustRunAsNonRoot")));
    for (String groups : List.of("runAsGroup", "supplementalGroups", "fsGroup")) {
      spec.set(groups, strategy(random, List.of("RunAsAny", "MustRunAs", "MayRunAs")));
    }
    spec.putObject("seLinux").put("rule", "RunAsAny");
    spec.put("readOnlyRootFilesystem", random.nextBoolean());
    spec.put("allowPrivilegeEscalation", random.nextBoolean());
    spec.putArray("volumes").add("*");
    capabilities(random, spec.putArray("defaultAddCapabilities"));
    capabilities(random, spec.putArray("requiredDropCapabilities"));
    capabilities(random, spec.putArray("allowedCapabilities"));
    if (random.nextBoolean()) {
      spec.putObject("supplementalGroupsPolicy")
          .put("rule", random.nextBoolean() ? "MustRunAs" : "MayRunAs")
          .putArray("values")
          .add(random.nextBoolean() ? "Strict" : "Merge");
    }
    ObjectNode policy = Policies.named("p", "", "");
    ObjectNode tree = policy.deepCopy();
    tree.set("spec", spec);
    return Objects.of(tree);
  }

  private static void capabilities(Random random, ArrayNode list) {
    CAPABILITIES.stream().filter(c -> random.nextInt(4) == 0).forEach(list::add);
  }

  private static ObjectNode strategy(Random random, List<String> rules) {
    ObjectNode strategy = JsonNodeFactory.instance.objectNode();
    String rule = rules.get(random.nextInt(rules.size()));
    strategy.put("rule", rule);
    if (rule.equals("MustRunAs") || rule.equals("MayRunAs")) {
      ArrayNode ranges = strategy.putArray("ranges");
      for (int i = random.nextInt(1, 4); i > 0; i--) {
        long min = random.nextInt(8);
        ranges.addObject().put("min", min).put("max", min + random.nextInt(3));
      }
    }
    return strategy;
  }

  private static ObjectNode pod(Random random) {
    ObjectNode spec = JsonNodeFactory.instance.objectNode();
    ids(random, spec.putObject("securityContext"));
    if (random.nextBoolean()) {
      spec.withObject("securityContext").put("fsGroup", (long) random.nextInt(9));
    }
    if (random.nextInt(4) == 0) {
      spec.withObject("securityContext").put("supplementalGroupsPolicy", "Strict");
    }
    ArrayNode containers = spec.putArray("containers");
    for (int i = random.nextInt(1, 3); i > 0; i--) {
      ObjectNode container = containers.addObject().put("name", "c" + i).put("image", "i");
      if (random.nextBoolean()) {
        ObjectNode context = container.putObject("securityContext");
        ids(random, context);
        if (random.nextBoolean()) {
          capabilities(random, context.putObject("capabilities").putArray("add"));
        }
      }
    }
    ObjectNode pod = JsonNodeFactory.instance.objectNode();
    pod.put("apiVersion", "v1").put("kind", "Pod").putObject("metadata").put("name", "p");
    pod.set("spec", spec);
    return Objects.of(pod);
  }

  private static void ids(Random random, ObjectNode context) {
    if (random.nextInt(3) == 0) {
      context.put("runAsUser", (long) random.nextInt(9));
    }
    if (random.nextInt(3) == 0) {
      context.put("runAsGroup", (long) random.nextInt(9));
    }
  }
}

package dev.muster.access.change;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Compares two PodSecurityPolicies field by field; one that is not there allows nothing. */
final class PodPolicyDifference {
  /** Fields that allow when they are true. */
  private static final List<String> FLAGS =
      List.of("privileged", "hostNetwork", "hostPID", "hostIPC");

  /** Lists whose every entry allows something. */
  private static final List<String> ALLOWING =
      List.of(
          "volumes",
          "allowedCapabilities",
          "defaultAddCapabilities",
          "hostPorts",
          "allowedUnsafeSysctls",
          "allowedProcMountTypes");

  /** Lists whose every entry forbids something. */
  private static final List<String> FORBIDDING =
      List.of("requiredDropCapabilities", "forbiddenSysctls");

  /** Lists that allow everything while they are empty. */
  private static final List<String> NARROWING =
      List.of("allowedHostPaths", "allowedFlexVolumes", "allowedCSIDrivers");

  private static final List<String> STRATEGIES =
      List.of("runAsUser", "runAsGroup", "supplementalGroups", "fsGroup", "seLinux");

  /** How far each rule reaches; what is not here is different, and told as both. */
  private static final Map<String, Integer> WIDTH =
      Map.of("RunAsAny", 3, "MayRunAs", 2, "MustRunAsNonRoot", 2, "MustRunAs", 1);

  private final JsonNode before;
  private final JsonNode after;
  private final List<String> allows = new ArrayList<>();
  private final List<String> forbids = new ArrayList<>();

  private PodPolicyDifference(JsonNode before, JsonNode after) {
    this.before = before;
    this.after = after;
  }

  static PodPolicyChange of(String name, JsonNode before, JsonNode after, List<String> users) {
    PodPolicyDifference all = new PodPolicyDifference(before.path("spec"), after.path("spec"));
    if (before instanceof MissingNode) {
      all.allows.add("it is new: pods may be what it allows");
    } else if (after instanceof MissingNode) {
      all.forbids.add("it is gone: pods may not be what it allowed");
    }
    all.compare();
    return new PodPolicyChange(name, all.allows, all.forbids, users);
  }

  private void compare() {
    FLAGS.forEach(f -> flag(f, before.path(f).asBoolean(), after.path(f).asBoolean(), true));
    String escalation = "allowPrivilegeEscalation";
    if (!before.isMissingNode() && !after.isMissingNode()) {
      flag(
          escalation,
          before.path(escalation).asBoolean(true),
          after.path(escalation).asBoolean(true),
          true);
    }
    String root = "readOnlyRootFilesystem";
    flag(root, before.path(root).asBoolean(), after.path(root).asBoolean(), false);
    ALLOWING.forEach(field -> list(field, allows, forbids));
    FORBIDDING.forEach(field -> list(field, forbids, allows));
    NARROWING.forEach(this::narrowing);
    STRATEGIES.forEach(this::strategy);
  }

  private void flag(String field, boolean was, boolean is, boolean allowing) {
    if (was != is) {
      (is == allowing ? allows : forbids).add(field + ": " + is);
    }
  }

  private static Set<String> entries(JsonNode list) {
    Set<String> entries = new TreeSet<>();
    list.forEach(entry -> entries.add(entry.isTextual() ? entry.asText() : entry.toString()));
    return entries;
  }

  private void list(String field, List<String> more, List<String> less) {
    Set<String> was = entries(before.path(field));
    Set<String> is = entries(after.path(field));
    is.stream().filter(e -> !was.contains(e)).forEach(e -> more.add(field + ": " + e));
    was.stream().filter(e -> !is.contains(e)).forEach(e -> less.add(field + ": no " + e));
  }

  private void narrowing(String field) {
    if (before.isMissingNode() || after.isMissingNode()) {
      return; // that the policy is new, or gone, says it
    }
    Set<String> was = entries(before.path(field));
    Set<String> is = entries(after.path(field));
    if (!was.isEmpty() && is.isEmpty()) {
      allows.add(field + ": any");
    } else if (was.isEmpty() && !is.isEmpty()) {
      forbids.add(field + ": only " + String.join(", ", is));
    } else {
      list(field, allows, forbids);
    }
  }

  private void strategy(String field) {
    JsonNode was = before.path(field);
    JsonNode is = after.path(field);
    if (was.equals(is) || before.isMissingNode() || after.isMissingNode()) {
      return;
    }
    int wide = WIDTH.getOrDefault(was.path("rule").asText("RunAsAny"), 0);
    int now = WIDTH.getOrDefault(is.path("rule").asText("RunAsAny"), 0);
    String said = field + ": " + (is.isMissingNode() ? "any" : is.toString());
    if (now >= wide) {
      allows.add(said);
    }
    if (now <= wide) {
      forbids.add(said);
    }
  }
}

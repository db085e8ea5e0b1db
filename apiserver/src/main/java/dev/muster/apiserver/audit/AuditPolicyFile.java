package dev.muster.apiserver.audit;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.api.codec.DecodeException;
import dev.muster.api.codec.Yaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads {@code --audit-policy-file}: a Policy of {@code audit.k8s.io/v1}, in YAML or JSON. */
public final class AuditPolicyFile {
  private static final long LIMIT = 1 << 20;
  private static final Set<String> FIELDS =
      Set.of("apiVersion", "kind", "metadata", "rules", "omitStages", "omitManagedFields");
  private static final Set<String> RULE_FIELDS =
      Set.of(
          "level",
          "users",
          "userGroups",
          "verbs",
          "resources",
          "namespaces",
          "nonResourceURLs",
          "omitStages",
          "omitManagedFields");

  private final Path file;
  private final List<String> problems = new ArrayList<>();

  private AuditPolicyFile(Path file) {
    this.file = file;
  }

  /**
   * The policy in a file.
   *
   * @throws IllegalArgumentException with everything that is wrong, one a line
   */
  public static AuditPolicy read(Path file) {
    AuditPolicyFile reading = new AuditPolicyFile(file);
    AuditPolicy policy = reading.policy(reading.tree());
    if (!reading.problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("\n", reading.problems));
    }
    return policy;
  }

  private JsonNode tree() {
    try {
      if (Files.size(file) > LIMIT) {
        throw new IllegalArgumentException("audit policy file " + file + " is larger than 1 MiB");
      }
      return Yaml.toTree(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new IllegalArgumentException("audit policy file " + file + " cannot be read: " + e, e);
    } catch (DecodeException e) {
      throw new IllegalArgumentException("audit policy file " + file + ": " + e.getMessage(), e);
    }
  }

  private AuditPolicy policy(JsonNode tree) {
    if (!tree.path("apiVersion").asText().equals("audit.k8s.io/v1")
        || !tree.path("kind").asText().equals("Policy")) {
      problem("", "is not a Policy of audit.k8s.io/v1: check its apiVersion and kind");
      return AuditPolicy.usual();
    }
    unknown(tree, "", FIELDS);
    Set<AuditStage> omitted = stages(tree.path("omitStages"), "omitStages");
    List<AuditRule> rules = new ArrayList<>();
    JsonNode list = tree.path("rules");
    if (!list.isArray() || list.isEmpty()) {
      problem("rules", "at least one rule is needed");
    }
    for (int i = 0; i < list.size(); i++) {
      rules.add(rule(list.get(i), "rules[" + i + "]", omitted));
    }
    return new AuditPolicy(rules);
  }

  private AuditRule rule(JsonNode rule, String at, Set<AuditStage> omittedByAll) {
    unknown(rule, at + ".", RULE_FIELDS);
    Set<AuditStage> omitted = stages(rule.path("omitStages"), at + ".omitStages");
    omitted.addAll(omittedByAll);
    List<AuditRule.Resources> resources = new ArrayList<>();
    for (JsonNode one : rule.path("resources")) {
      resources.add(
          new AuditRule.Resources(
              one.path("group").asText(),
              texts(one.path("resources"), at + ".resources"),
              texts(one.path("resourceNames"), at + ".resources")));
    }
    return new AuditRule(
        logged(rule.path("level").asText(), at + ".level"),
        texts(rule.path("users"), at + ".users"),
        texts(rule.path("userGroups"), at + ".userGroups"),
        texts(rule.path("verbs"), at + ".verbs"),
        resources,
        texts(rule.path("namespaces"), at + ".namespaces"),
        texts(rule.path("nonResourceURLs"), at + ".nonResourceURLs"),
        omitted);
  }

  private boolean logged(String level, String at) {
    switch (level) {
      case "Metadata" -> {
        return true;
      }
      case "None" -> {
        return false;
      }
      case "Request", "RequestResponse" ->
          problem(at, "\"" + level + "\" would log bodies, which is not done here: use Metadata");
      default -> problem(at, "\"" + level + "\" is not a level: use None or Metadata");
    }
    return false;
  }

  private Set<AuditStage> stages(JsonNode names, String at) {
    Set<AuditStage> stages = EnumSet.noneOf(AuditStage.class);
    for (String name : texts(names, at)) {
      Optional<AuditStage> known =
          Arrays.stream(AuditStage.values()).filter(stage -> stage.text().equals(name)).findFirst();
      known.ifPresent(stages::add);
      if (known.isEmpty()) {
        problem(
            at,
            "\""
                + name
                + "\" is not a stage: use RequestReceived, ResponseStarted, ResponseComplete or Panic");
      }
    }
    return stages;
  }

  private List<String> texts(JsonNode list, String at) {
    List<String> texts = new ArrayList<>();
    if (!list.isMissingNode() && !list.isNull() && !list.isArray()) {
      problem(at, "has to be a list");
    }
    list.forEach(one -> texts.add(one.asText()));
    return texts;
  }

  private void unknown(JsonNode node, String at, Set<String> known) {
    node.fieldNames()
        .forEachRemaining(
            name -> {
              if (!known.contains(name)) {
                problem(at + name, "is not a field here");
              }
            });
  }

  private void problem(String at, String what) {
    problems.add("audit policy file " + file + ": " + (at.isEmpty() ? what : at + ": " + what));
  }
}

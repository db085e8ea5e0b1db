package dev.muster.apiserver.audit;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.model.codec.DecodeException;
import dev.muster.model.codec.Yaml;
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

  private static final Set<String> RESOURCE_FIELDS = Set.of("group", "resources", "resourceNames");

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
      return AuditPolicy.defaults();
    }
    unknown(tree, "", FIELDS);
    Set<AuditStage> omitted = stages(tree.path("omitStages"), "omitStages");
    boolean omitFields = flag(tree.path("omitManagedFields"), "omitManagedFields", false);
    List<AuditRule> rules = new ArrayList<>();
    JsonNode list = tree.path("rules");
    if (!list.isArray() || list.isEmpty()) {
      problem("rules", "at least one rule is needed");
    }
    for (int i = 0; i < list.size(); i++) {
      rules.add(rule(list.get(i), "rules[" + i + "]", omitted, omitFields));
    }
    return new AuditPolicy(rules);
  }

  private AuditRule rule(
      JsonNode rule, String at, Set<AuditStage> omittedByAll, boolean omitFields) {
    unknown(rule, at + ".", RULE_FIELDS);
    Set<AuditStage> omitted = stages(rule.path("omitStages"), at + ".omitStages");
    omitted.addAll(omittedByAll);
    List<AuditRule.Resources> resources = resources(rule.path("resources"), at + ".resources");
    List<String> urls = urls(rule.path("nonResourceURLs"), at + ".nonResourceURLs");
    if (!urls.isEmpty() && !(resources.isEmpty() && rule.path("namespaces").isEmpty())) {
      problem(
          at + ".nonResourceURLs",
          "rules cannot apply to both regular resources and non-resource URLs");
    }
    return new AuditRule(
        level(rule.path("level").asText(), at + ".level"),
        flag(rule.path("omitManagedFields"), at + ".omitManagedFields", omitFields),
        texts(rule.path("users"), at + ".users"),
        texts(rule.path("userGroups"), at + ".userGroups"),
        texts(rule.path("verbs"), at + ".verbs"),
        resources,
        texts(rule.path("namespaces"), at + ".namespaces"),
        urls,
        omitted);
  }

  private List<AuditRule.Resources> resources(JsonNode list, String at) {
    List<AuditRule.Resources> resources = new ArrayList<>();
    for (JsonNode one : list) {
      unknown(one, at + "[" + resources.size() + "].", RESOURCE_FIELDS);
      List<String> names = texts(one.path("resourceNames"), at);
      List<String> kinds = texts(one.path("resources"), at);
      if (!names.isEmpty() && kinds.isEmpty()) {
        problem(at + ".resourceNames", "using resourceNames requires at least one resource");
      }
      resources.add(new AuditRule.Resources(one.path("group").asText(), kinds, names));
    }
    return resources;
  }

  private List<String> urls(JsonNode list, String at) {
    List<String> urls = texts(list, at);
    for (int i = 0; i < urls.size(); i++) {
      String url = urls.get(i);
      int star = url.indexOf('*');
      if (!url.equals("*") && !url.startsWith("/")) {
        problem(at + "[" + i + "]", "non-resource URL rules must begin with a '/' character");
      }
      if (star >= 0 && star < url.length() - 1) {
        problem(
            at + "[" + i + "]",
            "non-resource URL wildcards '*' must be the final character of the rule");
      }
    }
    return urls;
  }

  private AuditLevel level(String text, String at) {
    for (AuditLevel level : AuditLevel.values()) {
      if (level.text().equals(text)) {
        return level;
      }
    }
    problem(at, "\"" + text + "\" is not a level: use None, Metadata, Request or RequestResponse");
    return AuditLevel.NONE;
  }

  private boolean flag(JsonNode value, String at, boolean otherwise) {
    if (value.isMissingNode() || value.isNull()) {
      return otherwise;
    }
    if (!value.isBoolean()) {
      problem(at, "has to be true or false");
    }
    return value.asBoolean();
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

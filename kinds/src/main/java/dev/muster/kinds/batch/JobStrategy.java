package dev.muster.kinds.batch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.Generations;
import dev.muster.kinds.meta.HostnameWarnings;
import dev.muster.kinds.meta.LabelSelectors;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.kinds.meta.SpecAndStatus;
import dev.muster.kinds.pods.PodTemplates;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.InternalForm;
import dev.muster.model.field.Path;
import dev.muster.model.names.Names;
import dev.muster.views.BatchV1.Job;
import dev.muster.views.BatchV1.MutableJob;
import dev.muster.views.CoreV1.MutablePodTemplateSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Jobs. Unless told otherwise a job selects its pods by its own uid, so it must have one before it
 * is prepared.
 */
public final class JobStrategy extends SpecAndStatus {
  private static final String NAME = "job-name";
  private static final String UID = "controller-uid";
  private static final String PREFIX = "batch.kubernetes.io/";

  /** What never changes, with its type in messages. */
  private static final Map<String, String> FIXED = new LinkedHashMap<>();

  static {
    FIXED.put("completionMode", "*s");
    FIXED.put("podFailurePolicy", "*batch.PodFailurePolicy");
    FIXED.put("backoffLimitPerIndex", "*i");
    FIXED.put("managedBy", "*s");
    FIXED.put("successPolicy", "*batch.SuccessPolicy");
  }

  public JobStrategy() {
    super("batch/v1.Job", true);
  }

  @Override
  public void applyDefaults(ObjectNode object) {
    ObjectNode spec = object.withObject("spec");
    PodTemplates.applyDefaults(MutablePodTemplateSpec.of(spec.withObject("template")));
    if (!spec.has("completions") && !spec.has("parallelism")) {
      spec.put("completions", 1L);
    }
    setIfAbsent(spec, "parallelism", JsonNodeFactory.instance.numberNode(1L));
    boolean perIndex = spec.has("backoffLimitPerIndex");
    setIfAbsent(
        spec, "backoffLimit", JsonNodeFactory.instance.numberNode(perIndex ? 2147483647L : 6L));
    labelAsTemplate(object);
    setIfAbsent(spec, "completionMode", JsonNodeFactory.instance.textNode("NonIndexed"));
    setIfAbsent(spec, "suspend", JsonNodeFactory.instance.booleanNode(false));
    setIfAbsent(spec, "manualSelector", JsonNodeFactory.instance.booleanNode(false));
    defaultPatterns(spec);
    setIfAbsent(
        spec,
        "podReplacementPolicy",
        JsonNodeFactory.instance.textNode(
            spec.has("podFailurePolicy") ? "Failed" : "TerminatingOrFailed"));
  }

  static void defaultPatterns(ObjectNode spec) {
    for (JsonNode rule : spec.path("podFailurePolicy").path("rules")) {
      for (JsonNode pattern : rule.path("onPodConditions")) {
        if (pattern instanceof ObjectNode p && p.path("status").asText().isEmpty()) {
          p.put("status", "True");
        }
      }
    }
  }

  private static void setIfAbsent(ObjectNode struct, String field, JsonNode value) {
    if (!struct.hasNonNull(field)) {
      struct.set(field, value);
    }
  }

  /** One map, not two equal ones: what the template is given on creation, the job has too. */
  private static void labelAsTemplate(ObjectNode object) {
    JsonNode labels = object.path("spec").path("template").path("metadata").path("labels");
    ObjectNode metadata = object.withObject("metadata");
    if (!labels.isEmpty() && metadata.path("labels").isEmpty()) {
      metadata.set("labels", labels);
    }
  }

  @Override
  public void prepareForCreate(ObjectNode object) {
    super.prepareForCreate(object);
    ObjectNode spec = object.withObject("spec");
    PodTemplates.dropDisabledFields(MutablePodTemplateSpec.of(spec.withObject("template")), null);
    if (spec.path("manualSelector").asBoolean()) {
      return;
    }
    String uid = object.path("metadata").path("uid").asText();
    String name = object.path("metadata").path("name").asText();
    ObjectNode labels = spec.withObject("template").withObject("metadata").withObject("labels");
    for (String prefix : List.of("", PREFIX)) {
      putIfAbsent(labels, prefix + NAME, name);
      putIfAbsent(labels, prefix + UID, uid);
    }
    putIfAbsent(spec.withObject("selector").withObject("matchLabels"), PREFIX + UID, uid);
  }

  /** Whoever reads the job sees its labels defaulted once more. */
  @Override
  public void canonicalize(ObjectNode object) {
    labelAsTemplate(object);
  }

  private static void putIfAbsent(ObjectNode map, String key, String value) {
    if (!map.has(key)) {
      map.put(key, value);
    }
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old) {
    PodTemplates.dropDisabledFields(
        MutableJob.of(object).spec().ensure().template().ensure(), Job.of(old).spec().template());
    super.prepareForUpdate(object, old);
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    validate(object, true, errors);
  }

  private static void validate(ObjectNode object, boolean prefixedLabels, Errors errors) {
    At job = At.root(object);
    At spec = job.get("spec");
    generatedSelector(job, prefixedLabels, errors);
    spec(spec, errors);
    At completions = spec.get("completions");
    if (JobSpecs.indexed(spec) && completions.number() > 0) {
      String name = job.get("metadata").text("name");
      String host = name + "-" + (completions.number() - 1);
      if (!Names.label(host, false).isEmpty()) {
        errors.invalidText(
            Path.of("metadata", "name"),
            name,
            "will not able to create pod with invalid DNS label: " + host);
      }
    }
  }

  private static void spec(At spec, Errors errors) {
    JobSpecs.validate(spec, errors);
    At selector = spec.get("selector");
    if (selector.absent()) {
      errors.required(selector.path(), "");
    } else {
      LabelSelectors.validate(selector, errors);
    }
    At labels = spec.get("template", "metadata", "labels");
    if (LabelSelectors.usable(selector) && !LabelSelectors.matches(selector, labels)) {
      errors.invalid(labels, "`selector` does not match template `labels`");
    }
  }

  private static void generatedSelector(At job, boolean prefixedLabels, Errors errors) {
    At spec = job.get("spec");
    At selector = spec.get("selector");
    if (spec.get("manualSelector").truth() || selector.absent()) {
      return;
    }
    String uid = job.get("metadata").text("uid");
    String name = job.get("metadata").text("name");
    if (uid.isEmpty()) {
      errors.required(Path.of("metadata", "uid"), "");
    }
    At metadata = spec.get("template", "metadata");
    ObjectNode expected = JsonNodeFactory.instance.objectNode();
    for (String prefix : prefixedLabels ? List.of("", PREFIX) : List.of("")) {
      label(metadata, prefix + UID, uid, errors);
      label(metadata, prefix + NAME, name, errors);
      expected.put(prefix + UID, uid);
      expected.put(prefix + NAME, name);
    }
    if (LabelSelectors.usable(selector) && !LabelSelectors.matches(selector, At.root(expected))) {
      errors.invalid(selector, "`selector` not auto-generated");
    }
  }

  private static void label(At metadata, String key, String value, Errors errors) {
    At labels = metadata.get("labels");
    if (!labels.has(key)) {
      errors.required(labels.path().key(key), "must be '" + value + "'");
    } else if (!labels.text(key).equals(value)) {
      errors.invalid(
          labels.path().key(key), InternalForm.of("{}s", labels.node()), "must be '" + value + "'");
    }
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    At spec = At.root(object).get("spec");
    At before = At.root(old).get("spec");
    At labels = before.get("template", "metadata", "labels");
    ObjectMetas.validate(true, this::nameFaults, object, errors);
    validate(object, labels.has(PREFIX + NAME) && labels.has(PREFIX + UID), errors);
    ObjectMetas.validateChange(object, old, errors);
    spec(spec, errors);
    completions(spec, before, errors);
    ObjectMetas.validateImmutable(spec.get("selector"), before.get("selector"), errors);
    JobTemplates.validateChange(object, old, errors);
    FIXED.forEach(
        (field, type) ->
            ObjectMetas.validateImmutable(type, spec.get(field), before.get(field), errors));
  }

  private static void completions(At spec, At before, Errors errors) {
    At count = spec.get("completions");
    if (!JobSpecs.indexed(spec)) {
      ObjectMetas.validateImmutable(count, before.get("completions"), errors);
    } else if (count.present()
        && !count.node().equals(before.get("completions").node())
        && count.number() != spec.get("parallelism").number()) {
      errors.invalid(count, "can only be modified in tandem with spec.parallelism");
    }
  }

  @Override
  public void validateSubresourceUpdate(
      String subresource, ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    JobStatuses.validateChange(At.root(object), At.root(old), errors);
  }

  @Override
  public List<String> warnings(ObjectNode object, @Nullable ObjectNode old) {
    List<String> out = new ArrayList<>();
    if (old == null) {
      HostnameWarnings.of(object).ifPresent(out::add);
    }
    if (old == null || !Generations.same(object, old)) {
      out.addAll(JobSpecs.warnings(At.root(object).get("spec")));
    }
    return out;
  }

  @Override
  public Map<String, String> selectableFields(ObjectNode object) {
    return Map.of(
        "status.successful", Long.toString(object.path("status").path("succeeded").asLong()));
  }

  @Override
  public List<String> selectableFieldNames() {
    return List.of("status.successful");
  }

  @Override
  public boolean orphansDependents() {
    return true;
  }

  @Override
  public List<String> deletionWarnings() {
    return List.of(
        "child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set"
            + " propagationPolicy=Orphan to suppress this warning");
  }
}

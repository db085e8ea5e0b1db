package dev.muster.kinds.batch;

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
import dev.muster.views.BatchV1.JobSpec;
import dev.muster.views.BatchV1.MutableJob;
import dev.muster.views.BatchV1.MutableJobSpec;
import dev.muster.views.MetaV1.LabelSelector;
import dev.muster.views.MetaV1.MutableObjectMeta;
import dev.muster.views.MetaV1.ObjectMeta;
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
    MutableJobSpec spec = MutableJob.of(object).spec().ensure();
    PodTemplates.applyDefaults(spec.template().ensure());
    if (!spec.completions().present() && !spec.parallelism().present()) {
      spec.completions(1L);
    }
    spec.parallelism().defaultTo(1L);
    boolean perIndex = spec.backoffLimitPerIndex().present();
    spec.backoffLimit().defaultTo(perIndex ? 2147483647L : 6L);
    labelAsTemplate(MutableJob.of(object));
    spec.completionMode().setIfAbsent("NonIndexed");
    spec.suspend().defaultTo(false);
    spec.manualSelector().defaultTo(false);
    defaultPatterns(spec);
    spec.podReplacementPolicy()
        .setIfAbsent(spec.podFailurePolicy().present() ? "Failed" : "TerminatingOrFailed");
  }

  static void defaultPatterns(MutableJobSpec spec) {
    spec.podFailurePolicy()
        .ifPresent(
            policy ->
                policy.rules().each().stream()
                    .flatMap(rule -> rule.onPodConditions().each().stream())
                    .forEach(pattern -> pattern.status().defaultTo("True")));
  }

  /** One map, not two equal ones: what the template is given on creation, the job has too. */
  private static void labelAsTemplate(MutableJob object) {
    At labels = object.reading().spec().template().metadata().labels();
    MutableObjectMeta metadata = object.metadata().ensure();
    if (!labels.empty() && metadata.labels().empty()) {
      metadata.labels().set(labels.node());
    }
  }

  @Override
  public void prepareForCreate(ObjectNode object) {
    super.prepareForCreate(object);
    MutableJobSpec spec = MutableJob.of(object).spec().ensure();
    PodTemplates.dropDisabledFields(spec.template().ensure(), null);
    if (spec.manualSelector().truth()) {
      return;
    }
    String uid = Job.of(object).metadata().uid().text();
    String name = Job.of(object).metadata().name().text();
    ObjectNode labels = spec.template().ensure().metadata().ensure().labels().map();
    for (String prefix : List.of("", PREFIX)) {
      putIfAbsent(labels, prefix + NAME, name);
      putIfAbsent(labels, prefix + UID, uid);
    }
    putIfAbsent(spec.selector().ensure().matchLabels().map(), PREFIX + UID, uid);
  }

  /** Whoever reads the job sees its labels defaulted once more. */
  @Override
  public void canonicalize(ObjectNode object) {
    labelAsTemplate(MutableJob.of(object));
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
    Job job = Job.of(object);
    JobSpec spec = job.spec();
    generatedSelector(job, prefixedLabels, errors);
    spec(spec, errors);
    At completions = spec.completions();
    if (JobSpecs.indexed(spec) && completions.number() > 0) {
      String name = job.metadata().name().text();
      String host = name + "-" + (completions.number() - 1);
      if (!Names.label(host, false).isEmpty()) {
        errors.invalidText(
            Path.of("metadata", "name"),
            name,
            "will not able to create pod with invalid DNS label: " + host);
      }
    }
  }

  private static void spec(JobSpec spec, Errors errors) {
    JobSpecs.validate(spec, errors);
    LabelSelector selector = spec.selector();
    if (selector.absent()) {
      errors.required(selector.at().path(), "");
    } else {
      LabelSelectors.validate(selector, errors);
    }
    At labels = spec.template().metadata().labels();
    if (LabelSelectors.usable(selector) && !LabelSelectors.matches(selector, labels)) {
      errors.invalid(labels, "`selector` does not match template `labels`");
    }
  }

  private static void generatedSelector(Job job, boolean prefixedLabels, Errors errors) {
    JobSpec spec = job.spec();
    LabelSelector selector = spec.selector();
    if (spec.manualSelector().truth() || selector.absent()) {
      return;
    }
    String uid = job.metadata().uid().text();
    String name = job.metadata().name().text();
    if (uid.isEmpty()) {
      errors.required(Path.of("metadata", "uid"), "");
    }
    ObjectMeta metadata = spec.template().metadata();
    ObjectNode expected = JsonNodeFactory.instance.objectNode();
    for (String prefix : prefixedLabels ? List.of("", PREFIX) : List.of("")) {
      label(metadata, prefix + UID, uid, errors);
      label(metadata, prefix + NAME, name, errors);
      expected.put(prefix + UID, uid);
      expected.put(prefix + NAME, name);
    }
    if (LabelSelectors.usable(selector) && !LabelSelectors.matches(selector, At.root(expected))) {
      errors.invalid(selector.at(), "`selector` not auto-generated");
    }
  }

  private static void label(ObjectMeta metadata, String key, String value, Errors errors) {
    At labels = metadata.labels();
    if (!labels.has(key)) {
      errors.required(labels.path().key(key), "must be '" + value + "'");
    } else if (!labels.text(key).equals(value)) {
      errors.invalid(
          labels.path().key(key), InternalForm.of("{}s", labels.node()), "must be '" + value + "'");
    }
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    JobSpec spec = Job.of(object).spec();
    JobSpec before = Job.of(old).spec();
    At labels = before.template().metadata().labels();
    ObjectMetas.validate(true, this::nameFaults, object, errors);
    validate(object, labels.has(PREFIX + NAME) && labels.has(PREFIX + UID), errors);
    ObjectMetas.validateChange(object, old, errors);
    spec(spec, errors);
    completions(spec, before, errors);
    ObjectMetas.validateImmutable(spec.selector().at(), before.selector().at(), errors);
    JobTemplates.validateChange(Job.of(object), Job.of(old), errors);
    FIXED.forEach(
        (field, type) ->
            ObjectMetas.validateImmutable(
                type, spec.at().get(field), before.at().get(field), errors));
  }

  private static void completions(JobSpec spec, JobSpec before, Errors errors) {
    At count = spec.completions();
    if (!JobSpecs.indexed(spec)) {
      ObjectMetas.validateImmutable(count, before.completions(), errors);
    } else if (count.present()
        && !count.node().equals(before.completions().node())
        && count.number() != spec.parallelism().number()) {
      errors.invalid(count, "can only be modified in tandem with spec.parallelism");
    }
  }

  @Override
  public void validateSubresourceUpdate(
      String subresource, ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    JobStatuses.validateChange(Job.of(object), Job.of(old), errors);
  }

  @Override
  public List<String> warnings(ObjectNode object, @Nullable ObjectNode old) {
    List<String> out = new ArrayList<>();
    if (old == null) {
      HostnameWarnings.of(object).ifPresent(out::add);
    }
    if (old == null || !Generations.same(object, old)) {
      out.addAll(JobSpecs.warnings(Job.of(object).spec()));
    }
    return out;
  }

  @Override
  public Map<String, String> selectableFields(ObjectNode object) {
    return Map.of("status.successful", Long.toString(Job.of(object).status().succeeded().number()));
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
        "child pods are preserved by default when jobs are deleted; set"
            + " propagationPolicy=Background to remove them or set propagationPolicy=Orphan to"
            + " suppress this warning");
  }
}

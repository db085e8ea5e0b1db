package dev.muster.apiserver.flow.config;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.flow.config.SchemaInForce.Distinguisher;
import dev.muster.apiserver.request.RequestInfo;
import dev.muster.authz.User;
import dev.muster.kinds.flowcontrol.BuiltInFlows;
import dev.muster.views.FlowcontrolV1.FlowSchema;
import dev.muster.views.FlowcontrolV1.PolicyRulesWithSubjects;
import dev.muster.views.FlowcontrolV1.PriorityLevelConfiguration;
import dev.muster.views.FlowcontrolV1.Subject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which schema takes a request: the first that matches, by precedence, then by name. Immutable. */
public final class SchemasInForce {
  private static final Comparator<FlowSchema> IN_ORDER =
      Comparator.<FlowSchema>comparingLong(schema -> schema.spec().matchingPrecedence().number())
          .thenComparing(schema -> schema.metadata().name().text());

  private final List<RuleMatch> rules;
  private final SubjectIndex subjects;
  private final SchemaInForce catchAll;

  private SchemasInForce(List<RuleMatch> rules, SubjectIndex subjects, SchemaInForce catchAll) {
    this.rules = rules;
    this.subjects = subjects;
    this.catchAll = catchAll;
  }

  /**
   * Puts a configuration in force: levels have their seats from now on. What every server has and
   * is missing here is there nevertheless; schemas without a level are left out.
   */
  public static SchemasInForce of(
      Collection<ObjectNode> levels,
      Collection<ObjectNode> schemas,
      PriorityLevels seats,
      FlowObserver observer) {
    Map<String, LevelSpec> specs = new LinkedHashMap<>();
    for (ObjectNode level : levels) {
      LevelSpec.read(PriorityLevelConfiguration.of(level))
          .ifPresent(spec -> specs.put(spec.name(), spec));
    }
    for (ObjectNode level : BuiltInFlows.mandatory("PriorityLevelConfiguration")) {
      LevelSpec.read(PriorityLevelConfiguration.of(level))
          .ifPresent(spec -> specs.putIfAbsent(spec.name(), spec));
    }
    return compile(ordered(schemas), seats.configure(specs.values()), observer);
  }

  private static List<FlowSchema> ordered(Collection<ObjectNode> schemas) {
    Map<String, FlowSchema> all = new LinkedHashMap<>();
    for (ObjectNode schema : schemas) {
      FlowSchema view = FlowSchema.of(schema);
      all.put(view.metadata().name().text(), view);
    }
    for (ObjectNode schema : BuiltInFlows.mandatory("FlowSchema")) {
      FlowSchema view = FlowSchema.of(schema);
      all.putIfAbsent(view.metadata().name().text(), view);
    }
    return all.values().stream().sorted(IN_ORDER).toList();
  }

  private static SchemasInForce compile(
      List<FlowSchema> ordered, Map<String, PriorityLevel> levels, FlowObserver observer) {
    List<RuleMatch> rules = new ArrayList<>();
    List<List<Subject>> subjects = new ArrayList<>();
    SchemaInForce catchAll = null;
    for (FlowSchema schema : ordered) {
      PriorityLevel level = levels.get(schema.spec().priorityLevelConfiguration().name().text());
      if (level == null) {
        continue; // it dangles, which its status says
      }
      SchemaInForce compiled = compile(schema, level, observer);
      for (PolicyRulesWithSubjects rule : schema.spec().rules()) {
        rules.add(RuleMatch.of(compiled, rule));
        subjects.add(rule.subjects());
      }
      catchAll = compiled.name().equals("catch-all") ? compiled : catchAll;
    }
    if (catchAll == null) {
      throw new IllegalStateException("there is no catch-all");
    }
    SubjectIndex index = new SubjectIndex(rules.size());
    for (int rule = 0; rule < subjects.size(); rule++) {
      for (Subject subject : subjects.get(rule)) {
        index.add(rule, subject);
      }
    }
    return new SchemasInForce(rules, index, catchAll);
  }

  private static SchemaInForce compile(
      FlowSchema schema, PriorityLevel level, FlowObserver observer) {
    String name = schema.metadata().name().text();
    return new SchemaInForce(
        name,
        schema.metadata().uid().text(),
        Distinguisher.of(schema.spec().distinguisherMethod().type().text()),
        level,
        observer.of(level.name(), name));
  }

  /** The one that takes it; the last one if no rule is about it. */
  public SchemaInForce match(User user, RequestInfo info) {
    @Nullable SchemaInForce found =
        subjects.first(
            user,
            rule -> {
              RuleMatch match = rules.get(rule);
              return match.matches(info) ? match.schema() : null;
            });
    return found == null ? catchAll : found;
  }
}

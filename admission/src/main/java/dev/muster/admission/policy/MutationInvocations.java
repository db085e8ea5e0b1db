package dev.muster.admission.policy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Cluster;
import dev.muster.admission.Reinvocation;
import dev.muster.admission.matching.MatchConditions;
import dev.muster.admission.matching.RequestVariables;
import dev.muster.admission.policy.MutatingAdmissionPolicy.Invocation;
import dev.muster.authz.Authorizer;
import dev.muster.base.deadline.Deadline;
import dev.muster.cel.Evaluation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Lets policies change a request, one after the other: each sees what those before it made. */
final class MutationInvocations {
  private final Cluster cluster;
  private final Authorizer authorizer;
  private final Patcher patcher;
  private final MutationMetrics metrics;

  MutationInvocations(
      Cluster cluster, Authorizer authorizer, Patcher patcher, MutationMetrics metrics) {
    this.cluster = cluster;
    this.authorizer = authorizer;
    this.patcher = patcher;
    this.metrics = metrics;
  }

  void run(
      List<Invocation> invocations,
      AdmissionRequest request,
      Reinvocation reinvocation,
      MutationRefusal refusal) {
    Reinvocation.Memory memory = reinvocation.of("MutatingAdmissionPolicy");
    memory.enter(request.object());
    Map<String, RequestVariables> seen = new HashMap<>();
    boolean patched = false;
    for (Invocation invocation : invocations) {
      Deadline.check();
      RequestVariables variables =
          seen.computeIfAbsent(
              invocation.request().version().apiVersion(),
              any -> new RequestVariables(invocation.request(), cluster, authorizer));
      if (!applies(invocation, variables, refusal) || memory.skips(invocation.key())) {
        continue;
      }
      ObjectNode object = request.object();
      ObjectNode before = object == null ? null : object.deepCopy();
      patched |= mutate(invocation, variables, refusal);
      if (before != null && !before.equals(object)) {
        memory.changed();
        reinvocation.want();
      }
      if (invocation.policy().policy().again()) {
        memory.follow(invocation.key());
      }
    }
    if (patched) {
      // the real server looks again at all that was patched, even by the last one alone
      memory.changed();
      reinvocation.want();
    }
    memory.leave(request.object());
  }

  private static boolean applies(
      Invocation invocation, RequestVariables variables, MutationRefusal refusal) {
    CompiledMutations policy = invocation.policy().policy();
    return switch (policy.conditions().evaluate(variables.bindings(Map.of(), invocation.param()))) {
      case MatchConditions.Outcome.Decided decided -> decided.matches();
      case MatchConditions.Outcome.Undecided undecided -> {
        if (!policy.lenient()) {
          refusal.failed(invocation.policy().name(), invocation.binding().name(), undecided.why());
        }
        yield false;
      }
    };
  }

  /** Whether anything was patched, be it into what it was before. */
  private boolean mutate(
      Invocation invocation, RequestVariables variables, MutationRefusal refusal) {
    CompiledMutations policy = invocation.policy().policy();
    boolean patched = false;
    for (Mutation mutation : policy.mutations()) {
      Deadline.check();
      ObjectNode stored = invocation.request().request().object();
      ObjectNode object = invocation.request().object();
      if (stored == null || object == null) {
        return patched;
      }
      long started = System.nanoTime();
      Patcher.Outcome outcome =
          patcher.apply(
              mutation.evaluate(variables.bindings(policy.variables(), invocation.param())),
              invocation.request(),
              object);
      observe(invocation, outcome, started);
      switch (outcome) {
        case Patcher.Outcome.Changed changed -> {
          ObjectNode wanted = invocation.request().toStored(changed.object());
          stored.removeAll();
          stored.setAll(wanted);
          patched = true;
        }
        case Patcher.Outcome.Unchanged unchanged -> patched = true;
        case Patcher.Outcome.Failed failed -> {
          if (!policy.lenient()) {
            refusal.failed(invocation.policy().name(), invocation.binding().name(), failed.why());
          }
        }
      }
    }
    return patched;
  }

  private void observe(Invocation invocation, Patcher.Outcome outcome, long started) {
    metrics.observe(
        invocation.policy().name(),
        invocation.binding().name(),
        outcome instanceof Patcher.Outcome.Failed failed ? error(failed.why()) : "no_error",
        (System.nanoTime() - started) / 1e9);
  }

  private static String error(String why) {
    return why.startsWith("compilation")
        ? "compile_error"
        : why.equals(Evaluation.OutOfBudget.MESSAGE) ? "out_of_budget" : "invalid_error";
  }
}

package dev.muster.admission.webhook;

import dev.muster.admission.AdmissionPlugin;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.AuditTrail;
import dev.muster.admission.Cluster;
import dev.muster.authz.Authorizer;
import dev.muster.base.deadline.Deadline;
import dev.muster.model.scheme.Kinds;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Asks webhooks that may only refuse, all at once; the first refusal in their order counts. */
public final class ValidatingAdmissionWebhook implements AdmissionPlugin {
  private final HookIndex index;
  private final WebhookCaller hooks;
  private final AuditTrail audit;

  public ValidatingAdmissionWebhook(
      Cluster cluster, Authorizer authorizer, Kinds kinds, WebhookClient client, AuditTrail audit) {
    this.index = new HookIndex(cluster, kinds, "ValidatingWebhookConfiguration");
    this.hooks = new WebhookCaller(cluster, authorizer, client);
    this.audit = audit;
  }

  @Override
  public String name() {
    return "ValidatingAdmissionWebhook";
  }

  @Override
  public void validate(AdmissionRequest request) {
    List<HookIndex.Match> matching = index.matching(request);
    List<HookAnswer> answers =
        matching.size() == 1 ? List.of(hooks.ask(matching.getFirst())) : all(matching);
    for (int i = 0; i < answers.size(); i++) {
      switch (answers.get(i)) {
        case HookAnswer.Skipped skipped -> {}
        case HookAnswer.Allowed allowed -> {
          allowed.warnings().forEach(request.warn());
          allowed.annotations().forEach((key, value) -> audit.annotate(request, key, value));
        }
        case HookAnswer.Denied denied -> {
          denied.warnings().forEach(request.warn());
          throw denied.status().exception();
        }
        case HookAnswer.Failed failed ->
            throw WebhookCaller.failure(matching.get(i).hook(), failed);
      }
    }
  }

  private List<HookAnswer> all(List<HookIndex.Match> matching) {
    List<HookAnswer> out = new ArrayList<>();
    if (matching.isEmpty()) {
      return out;
    }
    Deadline deadline = Deadline.current();
    try (ExecutorService tasks = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<HookAnswer>> running = new ArrayList<>();
      for (HookIndex.Match match : matching) {
        running.add(tasks.submit(() -> hooks.ask(match, deadline)));
      }
      for (Future<HookAnswer> answer : running) {
        out.add(answer.get());
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while asking webhooks", e);
    }
    Deadline.check();
    return out;
  }
}

package dev.muster.admission.webhook;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionPlugin;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.AuditTrail;
import dev.muster.admission.Cluster;
import dev.muster.admission.Reinvocation;
import dev.muster.authz.Authorizer;
import dev.muster.model.scheme.Kinds;
import java.util.List;
import java.util.Map;

/**
 * Asks webhooks that may change the object, one after the other. Those that want to see what came
 * after them are asked once more if something did.
 */
public final class MutatingAdmissionWebhook implements AdmissionPlugin {
  private final HookIndex index;
  private final WebhookCaller hooks;
  private final AuditTrail audit;

  public MutatingAdmissionWebhook(
      Cluster cluster, Authorizer authorizer, Kinds kinds, WebhookClient client, AuditTrail audit) {
    this.index = new HookIndex(cluster, kinds, "MutatingWebhookConfiguration");
    this.hooks = new WebhookCaller(cluster, authorizer, client);
    this.audit = audit;
  }

  @Override
  public String name() {
    return "MutatingAdmissionWebhook";
  }

  @Override
  public void admit(AdmissionRequest request, Reinvocation reinvocation) {
    List<HookIndex.Match> matching = index.matching(request);
    if (matching.isEmpty()) {
      return;
    }
    Reinvocation.Memory memory = reinvocation.of(name());
    memory.enter(request.object());
    for (HookIndex.Match match : matching) {
      if (memory.skips(match.hook())) {
        continue;
      }
      if (changes(match)) {
        memory.changed();
        reinvocation.want();
      }
      if (match.hook().again()) {
        memory.follow(match.hook());
      }
    }
    memory.leave(request.object());
  }

  private boolean changes(HookIndex.Match match) {
    AdmissionRequest request = match.request().request();
    switch (hooks.ask(match)) {
      case HookAnswer.Skipped skipped -> {
        return false;
      }
      case HookAnswer.Allowed allowed -> {
        allowed.warnings().forEach(request.warn());
        for (Map.Entry<String, String> e : allowed.annotations().entrySet()) {
          audit.annotate(request, e.getKey(), e.getValue());
        }
        // what nobody changed is not converted there and back
        return allowed
            .changed()
            .map(changed -> replace(request.object(), match.request().toStored(changed)))
            .orElse(false);
      }
      case HookAnswer.Denied denied -> {
        denied.warnings().forEach(request.warn());
        throw denied.status().exception();
      }
      case HookAnswer.Failed failed -> throw WebhookCaller.failure(match.hook(), failed);
    }
  }

  private static boolean replace(
      @org.jspecify.annotations.Nullable ObjectNode object, ObjectNode wanted) {
    if (object == null || object.equals(wanted)) {
      return false;
    }
    object.removeAll();
    object.setAll(wanted);
    return true;
  }
}

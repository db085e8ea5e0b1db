package dev.muster.apiserver.access;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.access.answer.Station;
import dev.muster.access.answer.Station.Stage;
import dev.muster.access.answer.Station.Verdict;
import dev.muster.admission.AdmissionPlugin;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.Reinvocation;
import dev.muster.model.status.ApiException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A plugin of which is noted what it says and does to one request. Used by one thread. */
final class ReportingPlugin implements AdmissionPlugin {
  private final AdmissionPlugin plugin;
  private final List<String> changes = new ArrayList<>();
  private boolean asked;
  private @Nullable String refusal;

  ReportingPlugin(AdmissionPlugin plugin) {
    this.plugin = plugin;
  }

  @Override
  public String name() {
    return plugin.name();
  }

  @Override
  public void admit(AdmissionRequest request, Reinvocation reinvocation) {
    ObjectNode object = request.object();
    ObjectNode before = object == null ? null : object.deepCopy();
    note(() -> plugin.admit(request, reinvocation));
    if (object != null && before != null) {
      changes.addAll(ChangedPlaces.between(before, object));
    }
  }

  @Override
  public void validate(AdmissionRequest request) {
    note(() -> plugin.validate(request));
  }

  private void note(Runnable question) {
    asked = true;
    try {
      question.run();
    } catch (ApiException e) {
      refusal = e.status().message();
      throw e;
    }
  }

  boolean refused() {
    return refusal != null;
  }

  /**
   * What became of it.
   *
   * @param ended whether the request was refused, by whomever: then not all were asked in full
   */
  Station station(boolean ended) {
    Verdict verdict =
        refusal != null
            ? Verdict.Refused
            : asked ? (ended ? Verdict.NoOpinion : Verdict.Allowed) : Verdict.NotAsked;
    return new Station(
        Stage.Admission, name(), verdict, refusal == null ? "" : refusal, refusal != null, changes);
  }
}

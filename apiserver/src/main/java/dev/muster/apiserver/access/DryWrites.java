package dev.muster.apiserver.access;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.access.answer.Station;
import dev.muster.access.answer.Station.Stage;
import dev.muster.access.answer.Station.Verdict;
import dev.muster.admission.AdmissionChain;
import dev.muster.apiserver.registry.Create;
import dev.muster.apiserver.registry.Registry;
import dev.muster.apiserver.registry.Replace;
import dev.muster.apiserver.registry.WriteAdmission;
import dev.muster.apiserver.registry.WriteOutcome;
import dev.muster.apiserver.registry.WriteRequest;
import dev.muster.authz.Attributes;
import dev.muster.model.codec.DecodeException;
import dev.muster.model.codec.Decoder;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.model.status.ApiException;
import dev.muster.model.status.Status;
import dev.muster.views.MetaV1.MutablePartialObjectMetadata;
import dev.muster.views.MetaV1.ObjectMeta;
import dev.muster.views.MetaV1.PartialObjectMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Dry runs through the way of every write, with a note of what each admission plugin does. */
public final class DryWrites {
  private static final String MANAGER = "access.muster.dev";

  private final Kinds kinds;
  private final AdmissionChain plugins;
  private final Function<WriteAdmission, Registry> registries;

  /**
   * @param registries the server's registry, with admission that is looked at
   */
  public DryWrites(
      Kinds kinds, AdmissionChain plugins, Function<WriteAdmission, Registry> registries) {
    this.kinds = kinds;
    this.plugins = plugins;
    this.registries = registries;
  }

  /** Writes an object without storing it. */
  AdmissionTrial.Outcome attempt(Attributes request, JsonNode sent) {
    Optional<Kind> kind = kind(request);
    if (kind.isEmpty() || !kind.get().stored()) {
      return new AdmissionTrial.Outcome(
          List.of(refused("Registry", "no objects of this resource are stored here")), sent);
    }
    if (!inItsScope(kind.get(), request)) {
      return new AdmissionTrial.Outcome(
          List.of(refused("Registry", "objects of this resource are elsewhere than was asked")),
          sent);
    }
    List<ReportingPlugin> reports = new ArrayList<>();
    AdmissionChain seen =
        plugins.seen(
            plugin -> {
              ReportingPlugin report = new ReportingPlugin(plugin);
              reports.add(report);
              return report;
            });
    try {
      WriteOutcome written =
          write(registries.apply(new WriteAdmission(seen)), kind.get(), request, sent);
      return new AdmissionTrial.Outcome(
          reports.stream().map(report -> report.station(false)).toList(), written.object().tree());
    } catch (ApiException e) {
      return new AdmissionTrial.Outcome(refused(reports, e.status()), sent);
    }
  }

  private Optional<Kind> kind(Attributes request) {
    return kinds.all().stream()
        .filter(
            kind ->
                kind.group().equals(request.apiGroup())
                    && kind.plural().equals(request.resource())
                    && (request.apiVersion().equals("*")
                        || kind.version().equals(request.apiVersion())))
        .findFirst();
  }

  /**
   * INVARIANT (scope): what is written is where the authorizers were asked about. Of a namespace
   * they are asked in it.
   */
  private static boolean inItsScope(Kind kind, Attributes request) {
    boolean itself =
        kind.group().isEmpty()
            && kind.kind().equals("Namespace")
            && request.namespace().equals(request.name());
    return itself || kind.namespaced() != request.namespace().isEmpty();
  }

  private WriteOutcome write(Registry registry, Kind kind, Attributes request, JsonNode sent) {
    Kind stored = kinds.storedAs(kind);
    ObjectNode object = read(kind, stored, sent);
    String name = ObjectMeta.ofObject(object).name().text();
    if (!request.name().isEmpty() && !name.equals(request.name())) {
      throw Status.badRequest(
              "the name of the object (" + name + ") does not match the name that was asked about")
          .exception();
    }
    WriteRequest write =
        new WriteRequest(
            stored,
            kind,
            kind.namespaced() ? request.namespace() : "",
            request.verb().equals("create") ? "" : request.name(),
            "",
            request.user(),
            true,
            MANAGER,
            warning -> {});
    return registry.write(
        request.verb().equals("create")
            ? new Create(write, object)
            : new Replace(write, current -> object.deepCopy()));
  }

  private static ObjectNode read(Kind kind, Kind stored, JsonNode sent) {
    String its = PartialObjectMetadata.of(sent).kind().textOr(kind.kind());
    if (!its.equals(kind.kind())) {
      throw Status.badRequest("spec.object is a " + its + ", not a " + kind.kind()).exception();
    }
    ObjectNode served;
    try {
      served = Decoder.decode(kind.type(), sent).object();
    } catch (DecodeException e) {
      throw Status.badRequest("spec.object: " + e.getMessage()).exception();
    }
    MutablePartialObjectMetadata.of(served).metadata().ensure();
    ObjectNode object = kind.conversion().toStored(served);
    stored.putTypeMeta(object);
    stored.strategy().applyDefaults(object);
    return object;
  }

  private static List<Station> refused(List<ReportingPlugin> reports, Status status) {
    List<Station> stations = new ArrayList<>();
    reports.forEach(report -> stations.add(report.station(true)));
    if (reports.stream().noneMatch(ReportingPlugin::refused)) {
      String name = status.code() == 422 || status.code() == 400 ? "Validation" : "Registry";
      stations.add(refused(name, status.message()));
    }
    return stations;
  }

  private static Station refused(String name, String why) {
    return Station.of(Stage.Admission, name, Verdict.Refused, why).deciding(true);
  }
}

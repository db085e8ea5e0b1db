package dev.muster.api.certificates;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.api.field.At;
import dev.muster.api.field.Errors;
import dev.muster.api.kinds.Names;
import dev.muster.api.kinds.StatusOnly;
import dev.muster.api.meta.ObjectMetas;
import dev.muster.api.meta.References;
import dev.muster.api.meta.SpecAndStatus;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Certificate signing requests. Who asks is known to the server: it writes the user into the spec
 * before validation. Afterwards only approval and status change.
 */
public final class SigningRequestStrategy extends SpecAndStatus {
  private static final Set<String> DECISIONS = Set.of("Approved", "Denied");
  private static final long SHORTEST = 600;

  public SigningRequestStrategy() {
    super("certificates/v1.CertificateSigningRequest", false);
  }

  @Override
  public void prepareForCreate(ObjectNode object) {
    super.prepareForCreate(object);
    object.withObject("spec").remove(List.of("username", "uid", "groups", "extra"));
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old) {
    object.set("spec", old.path("spec").deepCopy());
    StatusOnly.keepStatus(object, old);
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    At spec = At.root(object).get("spec");
    if (spec.text("request").isEmpty()) {
      errors.invalid(
          spec.path().child("request"), "\"\"", "PEM block type must be CERTIFICATE REQUEST");
    }
    At usages = spec.get("usages");
    if (usages.size() == 0) {
      errors.required(usages.path(), "usages is required");
    }
    References.validateDomainPath(spec.get("signerName"), errors);
    At seconds = spec.get("expirationSeconds");
    if (seconds.present() && seconds.number() < SHORTEST) {
      errors.invalid(seconds, "may not specify a duration less than 600 seconds (10 minutes)");
    }
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validate(false, this::nameFaults, object, errors);
    ObjectMetas.validateChange(object, old, errors);
  }

  @Override
  public void prepareForSubresourceUpdate(String subresource, ObjectNode object, ObjectNode old) {
    JsonNode asked = object.path("status");
    ArrayNode conditions = object.arrayNode();
    boolean approval = subresource.equals("approval");
    pick(asked, conditions, approval);
    pick(old.path("status"), conditions, !approval);
    StatusOnly.keepAllButStatus(object, old);
    ObjectNode status =
        (approval ? old.path("status") : asked).deepCopy() instanceof ObjectNode s
            ? s
            : object.objectNode();
    status.remove("conditions");
    if (!conditions.isEmpty()) {
      status.set("conditions", conditions);
    }
    object.set("status", status);
  }

  /** Approval decides about approval and denial only; the status about everything else. */
  private static void pick(JsonNode status, ArrayNode into, boolean decisions) {
    for (JsonNode condition : status.path("conditions")) {
      if (DECISIONS.contains(condition.path("type").asText()) == decisions) {
        into.add(condition.deepCopy());
      }
    }
  }

  @Override
  public void validateSubresourceUpdate(
      String subresource, ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    At conditions = At.root(object).get("status", "conditions");
    List<String> types = conditions.each().stream().map(c -> c.text("type")).toList();
    if (types.containsAll(DECISIONS)) {
      errors.invalidText(
          conditions.path(), "Denied", "Approved and Denied conditions are mutually exclusive");
    }
  }

  @Override
  public List<String> nameFaults(String name, boolean prefix) {
    return Names.pathSegment(name, prefix);
  }

  @Override
  public Map<String, String> selectableFields(ObjectNode object) {
    return Map.of("spec.signerName", object.path("spec").path("signerName").asText());
  }

  @Override
  public List<String> selectableFieldNames() {
    return List.of("spec.signerName");
  }
}

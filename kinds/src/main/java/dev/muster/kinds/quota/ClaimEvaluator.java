package dev.muster.kinds.quota;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.At;
import dev.muster.model.quantity.Quantity;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Claims count the storage that they ask for, also by its class. */
final class ClaimEvaluator extends Evaluator {
  private static final String CLAIMS = "persistentvolumeclaims";
  private static final String STORAGE = "requests.storage";
  private static final String BY_CLASS = ".storageclass.storage.k8s.io/";

  ClaimEvaluator(String resource) {
    super(resource);
  }

  @Override
  public boolean handles(String subresource, ObjectNode claim, @Nullable ObjectNode old) {
    return subresource.isEmpty() || subresource.equals("status");
  }

  @Override
  public boolean counts(String resource) {
    return resource.equals(CLAIMS)
        || resource.equals(STORAGE)
        || resource.endsWith(BY_CLASS + CLAIMS)
        || resource.endsWith(BY_CLASS + STORAGE)
        || super.counts(resource);
  }

  @Override
  public boolean inScope(At scope, ObjectNode claim) {
    if (!scope.text("scopeName").equals("VolumeAttributesClass")) {
      return false;
    }
    Set<String> classes = new TreeSet<>();
    JsonNode status = claim.path("status");
    classes.add(claim.path("spec").path("volumeAttributesClassName").asText(""));
    classes.add(status.path("currentVolumeAttributesClassName").asText(""));
    classes.add(
        status.path("modifyVolumeStatus").path("targetVolumeAttributesClassName").asText(""));
    classes.remove("");
    return classes.isEmpty()
        ? satisfies(scope, "")
        : classes.stream().anyMatch(name -> satisfies(scope, name));
  }

  @Override
  public QuotaUsage usage(ObjectNode claim) {
    QuotaUsage usage = super.usage(claim).with(CLAIMS, ONE);
    String annotated =
        claim
            .path("metadata")
            .path("annotations")
            .path("volume.beta.kubernetes.io/storage-class")
            .asText("");
    String name =
        annotated.isEmpty() ? claim.path("spec").path("storageClassName").asText("") : annotated;
    if (!name.isEmpty()) {
      usage.with(name + BY_CLASS + CLAIMS, ONE);
    }
    storage(claim)
        .ifPresent(
            amount -> {
              usage.with(STORAGE, amount);
              if (!name.isEmpty()) {
                usage.with(name + BY_CLASS + STORAGE, amount);
              }
            });
    return usage;
  }

  private static Optional<Quantity> storage(ObjectNode claim) {
    JsonNode requested = claim.path("spec").path("resources").path("requests").path("storage");
    JsonNode allocated = claim.path("status").path("allocatedResources").path("storage");
    if (requested.isMissingNode()) {
      return Optional.empty();
    }
    Quantity amount = Quantity.parse(requested.asText());
    Quantity given = allocated.isMissingNode() ? amount : Quantity.parse(allocated.asText());
    return Optional.of(given.compareTo(amount) > 0 ? given : amount);
  }
}

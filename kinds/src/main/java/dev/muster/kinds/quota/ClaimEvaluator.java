package dev.muster.kinds.quota;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.At;
import dev.muster.model.quantity.Quantity;
import dev.muster.views.CoreV1.PersistentVolumeClaim;
import dev.muster.views.CoreV1.PersistentVolumeClaimStatus;
import dev.muster.views.CoreV1.ScopedResourceSelectorRequirement;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Claims count the storage that they ask for, also by its class. */
final class ClaimEvaluator extends Evaluator {
  private static final String CLAIMS = "persistentvolumeclaims";
  private static final String SIZE = "storage";
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
  public boolean inScope(ScopedResourceSelectorRequirement scope, ObjectNode claim) {
    if (!scope.scopeName().text().equals("VolumeAttributesClass")) {
      return false;
    }
    Set<String> classes = new TreeSet<>();
    PersistentVolumeClaimStatus status = PersistentVolumeClaim.of(claim).status();
    classes.add(PersistentVolumeClaim.of(claim).spec().volumeAttributesClassName().text());
    classes.add(status.currentVolumeAttributesClassName().text());
    classes.add(status.modifyVolumeStatus().targetVolumeAttributesClassName().text());
    classes.remove("");
    return classes.isEmpty()
        ? satisfies(scope, "")
        : classes.stream().anyMatch(name -> satisfies(scope, name));
  }

  @Override
  public QuotaUsage usage(ObjectNode claim) {
    QuotaUsage usage = super.usage(claim).with(CLAIMS, ONE);
    String annotated =
        PersistentVolumeClaim.of(claim)
            .metadata()
            .annotations()
            .get("volume.beta.kubernetes.io/storage-class")
            .text();
    String name =
        annotated.isEmpty()
            ? PersistentVolumeClaim.of(claim).spec().storageClassName().text()
            : annotated;
    if (!name.isEmpty()) {
      usage.with(name + BY_CLASS + CLAIMS, ONE);
    }
    storage(PersistentVolumeClaim.of(claim))
        .ifPresent(
            amount -> {
              usage.with(STORAGE, amount);
              if (!name.isEmpty()) {
                usage.with(name + BY_CLASS + STORAGE, amount);
              }
            });
    return usage;
  }

  private static Optional<Quantity> storage(PersistentVolumeClaim claim) {
    At requested = claim.spec().resources().requests().get(SIZE);
    At allocated = claim.status().allocatedResources().get(SIZE);
    if (requested.absent()) {
      return Optional.empty();
    }
    Quantity amount = Quantity.parse(requested.text());
    Quantity given = allocated.absent() ? amount : Quantity.parse(allocated.text());
    return Optional.of(given.compareTo(amount) > 0 ? given : amount);
  }
}

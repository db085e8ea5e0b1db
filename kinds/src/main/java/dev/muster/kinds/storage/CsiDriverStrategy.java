package dev.muster.kinds.storage;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.go.GoText;
import dev.muster.kinds.meta.Generations;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.kinds.meta.References;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.scheme.Strategy;
import dev.muster.views.StorageV1.CSIDriver;
import dev.muster.views.StorageV1.CSIDriverSpec;
import dev.muster.views.StorageV1.MutableCSIDriver;
import dev.muster.views.StorageV1.MutableCSIDriverSpec;
import dev.muster.views.StorageV1.TokenRequest;
import dev.muster.views.ViewList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Drivers of storage. */
public final class CsiDriverStrategy implements Strategy {
  private static final List<String> GROUP_POLICIES =
      List.of("File", "None", "ReadWriteOnceWithFSType");
  private static final List<String> LIFECYCLES = List.of("Persistent", "Ephemeral");
  private static final long SHORTEST_TOKEN = 600;
  private static final long LONGEST_TOKEN = 1L << 32;

  @Override
  public void applyDefaults(ObjectNode object) {
    MutableCSIDriverSpec spec = MutableCSIDriver.of(object).spec().ensure();
    spec.attachRequired().defaultTo(true);
    spec.podInfoOnMount().defaultTo(false);
    spec.storageCapacity().defaultTo(false);
    spec.fsGroupPolicy().setIfAbsent("ReadWriteOnceWithFSType");
    if (spec.volumeLifecycleModes().empty()) {
      spec.volumeLifecycleModes().list().add("Persistent");
    }
    spec.requiresRepublish().defaultTo(false);
    spec.seLinuxMount().defaultTo(false);
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old) {
    Generations.follow(object, old, "spec");
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    CSIDriverSpec spec = CSIDriver.of(object).spec();
    References.validateOneOf(spec.fsGroupPolicy(), GROUP_POLICIES, errors);
    tokens(spec.tokenRequests(), errors);
    At modes = spec.volumeLifecycleModes();
    for (At mode : modes.each()) {
      References.validateOneOf(new At(mode.node(), modes.path()), LIFECYCLES, errors);
    }
    At period = spec.nodeAllocatableUpdatePeriodSeconds();
    if (period.present() && period.number() < 10) {
      errors.invalid(period, "must be greater than or equal to 10 seconds");
    }
    At secrets = spec.serviceAccountTokenInSecrets();
    if (secrets.present() && spec.tokenRequests().size() == 0) {
      errors.invalid(
          secrets, "serviceAccountTokenInSecrets is set but no tokenRequests are specified");
    }
  }

  private static void tokens(ViewList<TokenRequest> requests, Errors errors) {
    Set<String> audiences = new HashSet<>();
    for (TokenRequest request : requests) {
      String audience = request.audience().text();
      At seconds = request.expirationSeconds();
      if (!audiences.add(audience)) {
        errors.duplicate(request.audience().path(), GoText.quote(audience));
      } else if (seconds.present() && seconds.number() < SHORTEST_TOKEN) {
        errors.invalid(seconds, "may not specify a duration less than 10 minutes");
      } else if (seconds.number() > LONGEST_TOKEN) {
        errors.invalid(seconds, "may not specify a duration larger than 2^32 seconds");
      }
    }
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    validate(object, errors);
    CSIDriverSpec spec = CSIDriver.of(object).spec();
    CSIDriverSpec before = CSIDriver.of(old).spec();
    ObjectMetas.validateImmutable(
        new At(spec.attachRequired().node(), Path.of("spec", "attachedRequired")),
        before.attachRequired(),
        errors);
    ObjectMetas.validateImmutable(
        spec.volumeLifecycleModes(), before.volumeLifecycleModes(), errors);
  }

  @Override
  public List<String> warnings(ObjectNode object, @Nullable ObjectNode old) {
    CSIDriverSpec spec = CSIDriver.of(object).spec();
    ViewList<TokenRequest> tokens = spec.tokenRequests();
    boolean news =
        old == null
            || !tokens.at().node().equals(CSIDriver.of(old).spec().tokenRequests().at().node());
    return news && tokens.size() > 0 && !spec.serviceAccountTokenInSecrets().present()
        ? List.of(
            "spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to"
                + " true to prevent possible logging of tokens in volume attributes")
        : List.of();
  }

  @Override
  public boolean allowsUnconditionalUpdate() {
    return false;
  }

  @Override
  public boolean returnsDeletedObject() {
    return true;
  }
}

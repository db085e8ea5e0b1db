package dev.muster.kinds.storage;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.go.GoText;
import dev.muster.kinds.meta.Defaults;
import dev.muster.kinds.meta.Generations;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.kinds.meta.References;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.scheme.Strategy;
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
    ObjectNode spec = object.withObject("spec");
    Defaults.truth(spec, "attachRequired", true);
    Defaults.truth(spec, "podInfoOnMount", false);
    Defaults.truth(spec, "storageCapacity", false);
    Defaults.absentText(spec, "fsGroupPolicy", "ReadWriteOnceWithFSType");
    if (spec.path("volumeLifecycleModes").isEmpty()) {
      spec.putArray("volumeLifecycleModes").add("Persistent");
    }
    Defaults.truth(spec, "requiresRepublish", false);
    Defaults.truth(spec, "seLinuxMount", false);
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old) {
    Generations.follow(object, old, "spec");
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    At spec = At.root(object).get("spec");
    References.validateOneOf(spec.get("fsGroupPolicy"), GROUP_POLICIES, errors);
    tokens(spec.get("tokenRequests"), errors);
    At modes = spec.get("volumeLifecycleModes");
    for (At mode : modes.each()) {
      References.validateOneOf(new At(mode.node(), modes.path()), LIFECYCLES, errors);
    }
    At period = spec.get("nodeAllocatableUpdatePeriodSeconds");
    if (period.present() && period.number() < 10) {
      errors.invalid(period, "must be greater than or equal to 10 seconds");
    }
    At secrets = spec.get("serviceAccountTokenInSecrets");
    if (secrets.present() && spec.get("tokenRequests").size() == 0) {
      errors.invalid(
          secrets, "serviceAccountTokenInSecrets is set but no tokenRequests are specified");
    }
  }

  private static void tokens(At requests, Errors errors) {
    Set<String> audiences = new HashSet<>();
    for (At request : requests.each()) {
      String audience = request.text("audience");
      At seconds = request.get("expirationSeconds");
      if (!audiences.add(audience)) {
        errors.duplicate(request.get("audience").path(), GoText.quote(audience));
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
    At spec = At.root(object).get("spec");
    At before = At.root(old).get("spec");
    ObjectMetas.validateImmutable(
        new At(spec.get("attachRequired").node(), Path.of("spec", "attachedRequired")),
        before.get("attachRequired"),
        errors);
    References.validateImmutable(spec, before, errors, "volumeLifecycleModes");
  }

  @Override
  public List<String> warnings(ObjectNode object, @Nullable ObjectNode old) {
    At spec = At.root(object).get("spec");
    At tokens = spec.get("tokenRequests");
    boolean news =
        old == null || !tokens.node().equals(At.root(old).get("spec", "tokenRequests").node());
    return news && tokens.size() > 0 && !spec.has("serviceAccountTokenInSecrets")
        ? List.of(
            "spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to prevent possible logging"
                + " of tokens in volume attributes")
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

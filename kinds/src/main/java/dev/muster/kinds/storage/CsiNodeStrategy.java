package dev.muster.kinds.storage;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.go.GoText;
import dev.muster.kinds.meta.Bytes;
import dev.muster.kinds.meta.Numbers;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.kinds.pods.volumes.DriverSources;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Labels;
import dev.muster.model.scheme.Strategy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What drivers know of a node. */
public final class CsiNodeStrategy implements Strategy {
  private static final int MAX_NODE_ID = 256;

  @Override
  public void validate(ObjectNode object, Errors errors) {
    Set<String> names = new HashSet<>();
    for (At driver : At.root(object).get("spec", "drivers").each()) {
      driver(driver, errors);
      if (!names.add(driver.text("name"))) {
        errors.duplicate(driver.get("name").path(), GoText.quote(driver.text("name")));
      }
      keys(driver, errors);
    }
  }

  private static void driver(At driver, Errors errors) {
    DriverSources.validateDriverName(driver.get("name"), errors);
    At id = driver.get("nodeID");
    if (id.text().isEmpty()) {
      errors.required(id.path(), "");
    }
    if (Bytes.of(id.text()) > MAX_NODE_ID) {
      errors.invalid(id, "must be " + MAX_NODE_ID + " characters or less");
    }
    Numbers.validateNotNegative(driver.get("allocatable", "count"), errors);
  }

  /** Faults in topology keys name the driver. */
  private static void keys(At driver, Errors errors) {
    Set<String> keys = new HashSet<>();
    for (String key : driver.get("topologyKeys").texts()) {
      if (key.isEmpty()) {
        errors.required(driver.path(), "");
      }
      if (!keys.add(key)) {
        errors.duplicate(driver.path(), GoText.quote(key));
      }
      Labels.validateKey(key, driver.path(), errors);
    }
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    for (int times = 0; times < 2; times++) {
      ObjectMetas.validate(false, this::nameFaults, object, errors);
      validate(object, errors);
    }
    At drivers = At.root(object).get("spec", "drivers");
    Map<String, List<At>> byName = new HashMap<>();
    for (At driver : drivers.each()) {
      byName.computeIfAbsent(driver.text("name"), name -> new ArrayList<>()).add(driver);
    }
    for (At before : At.root(old).get("spec", "drivers").each()) {
      for (At driver : byName.getOrDefault(before.text("name"), List.of())) {
        ObjectMetas.validateImmutable(
            "*storage.CSINodeDriver",
            new At(uncounted(driver), drivers.path()),
            new At(uncounted(before), drivers.path()),
            errors);
      }
    }
  }

  private static ObjectNode uncounted(At driver) {
    ObjectNode copy = driver.node().deepCopy();
    copy.remove("allocatable");
    return copy;
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

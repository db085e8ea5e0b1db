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
import dev.muster.views.StorageV1.CSINode;
import dev.muster.views.StorageV1.CSINodeDriver;
import dev.muster.views.StorageV1.MutableCSINodeDriver;
import dev.muster.views.ViewList;
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
    for (CSINodeDriver driver : CSINode.of(object).spec().drivers()) {
      driver(driver, errors);
      if (!names.add(driver.name().text())) {
        errors.duplicate(driver.name().path(), GoText.quote(driver.name().text()));
      }
      keys(driver, errors);
    }
  }

  private static void driver(CSINodeDriver driver, Errors errors) {
    DriverSources.validateDriverName(driver.name(), errors);
    At id = driver.nodeID();
    if (id.text().isEmpty()) {
      errors.required(id.path(), "");
    }
    if (Bytes.of(id.text()) > MAX_NODE_ID) {
      errors.invalid(id, "must be " + MAX_NODE_ID + " characters or less");
    }
    Numbers.validateNotNegative(driver.allocatable().count(), errors);
  }

  /** Faults in topology keys name the driver. */
  private static void keys(CSINodeDriver driver, Errors errors) {
    Set<String> keys = new HashSet<>();
    for (String key : driver.topologyKeys().texts()) {
      if (key.isEmpty()) {
        errors.required(driver.at().path(), "");
      }
      if (!keys.add(key)) {
        errors.duplicate(driver.at().path(), GoText.quote(key));
      }
      Labels.validateKey(key, driver.at().path(), errors);
    }
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    for (int times = 0; times < 2; times++) {
      ObjectMetas.validate(false, this::nameFaults, object, errors);
      validate(object, errors);
    }
    ViewList<CSINodeDriver> drivers = CSINode.of(object).spec().drivers();
    Map<String, List<At>> byName = new HashMap<>();
    for (CSINodeDriver driver : drivers) {
      byName.computeIfAbsent(driver.name().text(), name -> new ArrayList<>()).add(driver.at());
    }
    for (CSINodeDriver before : CSINode.of(old).spec().drivers()) {
      for (At driver : byName.getOrDefault(before.name().text(), List.of())) {
        ObjectMetas.validateImmutable(
            "*storage.CSINodeDriver",
            new At(uncounted(driver), drivers.at().path()),
            new At(uncounted(before.at()), drivers.at().path()),
            errors);
      }
    }
  }

  private static ObjectNode uncounted(At driver) {
    MutableCSINodeDriver copy = MutableCSINodeDriver.of(driver.node().deepCopy());
    copy.allocatable().remove();
    return copy.tree();
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

package dev.muster.kinds.meta;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.names.Names;
import dev.muster.views.MetaV1.ObjectMeta;
import java.util.List;
import java.util.Optional;

/** What one should know who names a workload so that its pods' host names would not be labels. */
public final class HostnameWarnings {
  private HostnameWarnings() {}

  /** For a new object. */
  public static Optional<String> of(ObjectNode object) {
    List<String> faults = Names.label(ObjectMeta.ofObject(object).name().text(), false);
    return faults.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "metadata.name: this is used in Pod names and hostnames, which can result in surprising"
                + " behavior; a DNS label is recommended: ["
                + String.join(" ", faults)
                + "]");
  }
}

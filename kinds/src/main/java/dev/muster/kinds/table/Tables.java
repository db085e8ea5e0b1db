package dev.muster.kinds.table;

import dev.muster.model.scheme.Kind;
import java.util.HashMap;
import java.util.Map;

/** The printers of all kinds. */
public final class Tables {
  private static final Map<String, Printer> BY_KIND = new HashMap<>();

  /** Kinds without a printer of their own: the name and when it was made. */
  private static final Printer PLAIN =
      Printer.of(
          Column.objectName(),
          Column.text(
                  "Created At",
                  "When the object was created, as the server's clock has it.",
                  o -> o.metadata().creationTimestamp().text())
              .declared("date"));

  static {
    CorePrinters.addTo(BY_KIND);
    WorkloadPrinters.addTo(BY_KIND);
    NetworkPrinters.addTo(BY_KIND);
    StoragePrinters.addTo(BY_KIND);
    ClusterPrinters.addTo(BY_KIND);
    PolicyPrinters.addTo(BY_KIND);
  }

  private Tables() {}

  public static Printer of(Kind kind) {
    if (kind.strategy() instanceof PrintsItself own) {
      return own.printer();
    }
    return BY_KIND.getOrDefault(kind.qualifiedKind(), PLAIN);
  }
}

package dev.muster.kinds.pods.volumes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.go.GoText;
import dev.muster.kinds.meta.LabelSelectors;
import dev.muster.kinds.meta.LabelSelectors.Strictness;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.names.Names;
import dev.muster.model.quantity.Quantity;
import java.util.ArrayList;
import java.util.List;

/** The spec of a persistent volume claim, whether it stands alone or in a pod's volume. */
public final class ClaimSpecs {
  private static final List<String> ACCESS_MODES =
      List.of("ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod");
  private static final List<String> VOLUME_MODES = List.of("Block", "Filesystem");
  private static final String LONE_MODE = "ReadWriteOncePod";

  private ClaimSpecs() {}

  public static void applyDefaults(ObjectNode spec) {
    if (!spec.has("volumeMode")) {
      spec.put("volumeMode", "Filesystem");
    }
  }

  /** What an object that is changed already had, and so may keep. */
  public record Leniency(boolean oddSelectorValues, boolean oddGroups) {
    public static final Leniency NONE = new Leniency(false, false);

    /** For a claim that had this spec. */
    public static Leniency of(At before) {
      return new Leniency(
          LabelSelectors.hasOddValues(before.get("selector")),
          before.get("dataSource").has("apiGroup") || before.get("dataSourceRef").has("apiGroup"));
    }
  }

  public static void validate(At spec, Errors errors) {
    validate(spec, Leniency.NONE, errors);
  }

  public static void validate(At spec, Leniency leniency, Errors errors) {
    At modes = spec.get("accessModes");
    if (modes.empty()) {
      errors.required(modes.path(), "at least 1 access mode is required");
    }
    LabelSelectors.validate(
        spec.get("selector"),
        errors,
        leniency.oddSelectorValues ? Strictness.ANY_VALUES : Strictness.FULL);
    accessModes(modes, errors);
    storage(spec, errors);
    className(spec.get("storageClassName"), errors);
    volumeMode(spec.get("volumeMode"), errors);
    sources(spec, leniency, errors);
    className(spec.get("volumeAttributesClassName"), errors);
  }

  /** What the writer of a claim should know; {@code path} is where the spec is said to stand. */
  public static List<String> warnings(At spec, Path path) {
    List<String> out = new ArrayList<>();
    for (String list : List.of("requests", "limits")) {
      At amount = spec.get("resources", list, "storage");
      if (amount.present() && !Quantity.parse(amount.text()).isWhole()) {
        out.add(
            "%s: fractional byte value %s is invalid, must be an integer"
                .formatted(
                    path.child("resources").child(list).key("storage"),
                    GoText.quote(amount.text())));
      }
    }
    return out;
  }

  public static void accessModes(At modes, Errors errors) {
    for (At mode : modes.each()) {
      if (!ACCESS_MODES.contains(mode.text())) {
        errors.unsupported(modes.path(), GoText.quote(mode.text()), ACCESS_MODES);
      }
    }
    List<String> all = modes.texts();
    if (all.contains(LONE_MODE)
        && all.stream().anyMatch(m -> !m.equals(LONE_MODE) && ACCESS_MODES.contains(m))) {
      errors.forbidden(modes.path(), "may not use ReadWriteOncePod with other access modes");
    }
  }

  private static void storage(At spec, Errors errors) {
    Path at = spec.path().child("resources").key("storage");
    At storage = spec.get("resources", "requests", "storage");
    if (storage.absent()) {
      errors.required(at, "");
    } else if (Quantity.parse(storage.text()).signum() <= 0) {
      errors.invalidText(at, storage.text(), "must be greater than zero");
    }
  }

  public static void volumeMode(At mode, Errors errors) {
    if (mode.present() && !VOLUME_MODES.contains(mode.text())) {
      errors.unsupported(mode, VOLUME_MODES);
    }
  }

  private static void className(At name, Errors errors) {
    if (!name.empty()) {
      Names.subdomain(name.text(), false).forEach(f -> errors.invalid(name, f));
    }
  }

  private static void sources(At spec, Leniency leniency, Errors errors) {
    At source = spec.get("dataSource");
    At ref = spec.get("dataSourceRef");
    source(source, leniency, errors);
    source(ref, leniency, errors);
    At namespace = ref.get("namespace");
    if (!namespace.empty()) {
      Names.label(namespace.text(), false).forEach(f -> errors.invalid(namespace, f));
    }
    if (source.absent() || ref.absent()) {
      return;
    }
    // The value shown is the real server's: a path printed as an empty struct.
    if (!namespace.empty()) {
      errors.invalid(
          spec.path(), "{}", "may not be specified when dataSourceRef.namespace is specified");
    } else if (!same(source, ref)) {
      errors.invalid(spec.path(), "{}", "must match dataSourceRef");
    }
  }

  private static boolean same(At source, At ref) {
    return source.has("apiGroup") == ref.has("apiGroup")
        && List.of("apiGroup", "kind", "name").stream()
            .allMatch(f -> source.text(f).equals(ref.text(f)));
  }

  private static void source(At source, Leniency leniency, Errors errors) {
    if (source.absent()) {
      return;
    }
    Needs.texts(source, errors, "name", "kind");
    At group = source.get("apiGroup");
    if (group.empty() && !source.text("kind").equals("PersistentVolumeClaim")) {
      errors.invalidText(
          source.path(),
          source.text("kind"),
          "must be 'PersistentVolumeClaim' when referencing the default apiGroup");
    }
    if (!group.empty() && !leniency.oddGroups) {
      Names.subdomain(group.text(), false).forEach(f -> errors.invalid(group, f));
    }
  }
}

package dev.muster.kinds.pods.volumes;

import dev.muster.base.go.GoText;
import dev.muster.kinds.meta.LabelSelectors;
import dev.muster.kinds.meta.LabelSelectors.Strictness;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.names.Names;
import dev.muster.model.quantity.Quantity;
import dev.muster.views.CoreV1.MutablePersistentVolumeClaimSpec;
import dev.muster.views.CoreV1.PersistentVolumeClaimSpec;
import dev.muster.views.CoreV1.TypedLocalObjectReference;
import dev.muster.views.CoreV1.TypedObjectReference;
import java.util.ArrayList;
import java.util.List;

/** The spec of a persistent volume claim, whether it stands alone or in a pod's volume. */
public final class ClaimSpecs {
  private static final List<String> ACCESS_MODES =
      List.of("ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod");
  private static final List<String> VOLUME_MODES = List.of("Block", "Filesystem");
  private static final String STORAGE = "storage";
  private static final String LONE_MODE = "ReadWriteOncePod";

  private ClaimSpecs() {}

  public static void applyDefaults(MutablePersistentVolumeClaimSpec spec) {
    if (!spec.volumeMode().present()) {
      spec.volumeMode("Filesystem");
    }
  }

  /** What an object that is changed already had, and so may keep. */
  public record Leniency(boolean oddSelectorValues, boolean oddGroups) {
    public static final Leniency NONE = new Leniency(false, false);

    /** For a claim that had this spec. */
    public static Leniency of(PersistentVolumeClaimSpec before) {
      return new Leniency(
          LabelSelectors.hasOddValues(before.selector()),
          before.dataSource().apiGroup().present() || before.dataSourceRef().apiGroup().present());
    }
  }

  public static void validate(PersistentVolumeClaimSpec spec, Errors errors) {
    validate(spec, Leniency.NONE, errors);
  }

  public static void validate(PersistentVolumeClaimSpec spec, Leniency leniency, Errors errors) {
    At modes = spec.accessModes();
    if (modes.empty()) {
      errors.required(modes.path(), "at least 1 access mode is required");
    }
    LabelSelectors.validate(
        spec.selector(),
        errors,
        leniency.oddSelectorValues ? Strictness.ANY_VALUES : Strictness.FULL);
    accessModes(modes, errors);
    storage(spec, errors);
    className(spec.storageClassName(), errors);
    volumeMode(spec.volumeMode(), errors);
    sources(spec, leniency, errors);
    className(spec.volumeAttributesClassName(), errors);
  }

  /** What the writer of a claim should know; {@code path} is where the spec is said to stand. */
  public static List<String> warnings(PersistentVolumeClaimSpec spec, Path path) {
    List<String> out = new ArrayList<>();
    Path resources = path.child("resources");
    warn(spec.resources().requests(), resources.child("requests"), out);
    warn(spec.resources().limits(), resources.child("limits"), out);
    return out;
  }

  private static void warn(At list, Path path, List<String> out) {
    At amount = list.get(STORAGE);
    if (amount.present() && !Quantity.parse(amount.text()).isWhole()) {
      out.add(
          "%s: fractional byte value %s is invalid, must be an integer"
              .formatted(path.key(STORAGE), GoText.quote(amount.text())));
    }
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

  private static void storage(PersistentVolumeClaimSpec spec, Errors errors) {
    Path at = spec.resources().at().path().key(STORAGE);
    At storage = spec.resources().requests().get(STORAGE);
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

  private static void sources(PersistentVolumeClaimSpec spec, Leniency leniency, Errors errors) {
    TypedLocalObjectReference source = spec.dataSource();
    TypedObjectReference ref = spec.dataSourceRef();
    source(new TypedObjectReference(source.at()), leniency, errors);
    source(ref, leniency, errors);
    At namespace = ref.namespace();
    if (!namespace.empty()) {
      Names.label(namespace.text(), false).forEach(f -> errors.invalid(namespace, f));
    }
    if (source.absent() || ref.absent()) {
      return;
    }
    // The value shown is the real server's: a path printed as an empty struct.
    if (!namespace.empty()) {
      errors.invalid(
          spec.at().path(), "{}", "may not be specified when dataSourceRef.namespace is specified");
    } else if (!same(source, ref)) {
      errors.invalid(spec.at().path(), "{}", "must match dataSourceRef");
    }
  }

  private static boolean same(TypedLocalObjectReference source, TypedObjectReference ref) {
    return source.apiGroup().present() == ref.apiGroup().present()
        && source.apiGroup().text().equals(ref.apiGroup().text())
        && source.kind().text().equals(ref.kind().text())
        && source.name().text().equals(ref.name().text());
  }

  private static void source(TypedObjectReference source, Leniency leniency, Errors errors) {
    if (source.absent()) {
      return;
    }
    Needs.texts(errors, source.name(), source.kind());
    At group = source.apiGroup();
    if (group.empty() && !source.kind().text().equals("PersistentVolumeClaim")) {
      errors.invalidText(
          source.at().path(),
          source.kind().text(),
          "must be 'PersistentVolumeClaim' when referencing the default apiGroup");
    }
    if (!group.empty() && !leniency.oddGroups) {
      Names.subdomain(group.text(), false).forEach(f -> errors.invalid(group, f));
    }
  }
}

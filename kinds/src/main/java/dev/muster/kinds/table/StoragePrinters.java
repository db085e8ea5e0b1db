package dev.muster.kinds.table;

import static dev.muster.kinds.table.Column.age;
import static dev.muster.kinds.table.Column.flag;
import static dev.muster.kinds.table.Column.number;
import static dev.muster.kinds.table.Column.objectName;
import static dev.muster.kinds.table.Column.text;

import dev.muster.model.field.At;
import dev.muster.views.CoreV1.ObjectReference;
import dev.muster.views.CoreV1.PersistentVolume;
import dev.muster.views.CoreV1.PersistentVolumeClaim;
import dev.muster.views.StorageV1.CSIDriver;
import dev.muster.views.StorageV1.CSINode;
import dev.muster.views.StorageV1.CSIStorageCapacity;
import dev.muster.views.StorageV1.StorageClass;
import dev.muster.views.StorageV1.VolumeAttachment;
import dev.muster.views.StorageV1.VolumeAttributesClass;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Volumes and who provides them. */
final class StoragePrinters {
  private static final String STORAGE = "storage";
  private static final Map<String, String> MODES = modes();

  private StoragePrinters() {}

  private static Map<String, String> modes() {
    Map<String, String> out = new LinkedHashMap<>();
    out.put("ReadWriteOnce", "RWO");
    out.put("ReadOnlyMany", "ROX");
    out.put("ReadWriteMany", "RWX");
    out.put("ReadWriteOncePod", "RWOP");
    return out;
  }

  static void addTo(Map<String, Printer> all) {
    all.put("PersistentVolume", volume());
    all.put("PersistentVolumeClaim", claim());
    all.put("StorageClass.storage.k8s.io", storageClass());
    all.put(
        "VolumeAttributesClass.storage.k8s.io",
        Printer.of(
            objectName(),
            text(
                "DriverName",
                "Who provides it.",
                o -> o.as(VolumeAttributesClass::of).driverName().text()),
            age()));
    all.put(
        "VolumeAttachment.storage.k8s.io",
        Printer.of(
            objectName(),
            text(
                    "Attacher",
                    "Who attaches it.",
                    o -> o.as(VolumeAttachment::of).spec().attacher().text())
                .formatted("name"),
            text(
                "PV",
                "The volume.",
                o -> o.as(VolumeAttachment::of).spec().source().persistentVolumeName().text()),
            text(
                "Node",
                "The node it goes to.",
                o -> o.as(VolumeAttachment::of).spec().nodeName().text()),
            flag(
                "Attached",
                "Whether it is there.",
                o -> o.as(VolumeAttachment::of).status().attached().truth()),
            age()));
    all.put(
        "CSINode.storage.k8s.io",
        Printer.of(
            objectName(),
            number(
                "Drivers",
                "How many drivers it has.",
                o -> o.as(CSINode::of).spec().drivers().size()),
            age()));
    all.put("CSIDriver.storage.k8s.io", driver());
    all.put(
        "CSIStorageCapacity.storage.k8s.io",
        Printer.of(
            objectName(),
            text(
                "StorageClassName",
                "The class it is about.",
                o -> o.as(CSIStorageCapacity::of).storageClassName().text()),
            text(
                "Capacity",
                "How much is left.",
                o -> Shown.or(o.as(CSIStorageCapacity::of).capacity().text(), Shown.UNSET))));
  }

  private static Printer volume() {
    return Printer.of(
        objectName(),
        text(
            "Capacity",
            "Its size.",
            o -> Shown.or(o.as(PersistentVolume::of).spec().capacity().get(STORAGE).text(), "0")),
        text(
            "Access Modes",
            "How it may be mounted.",
            o -> modes(o.as(PersistentVolume::of).spec().accessModes())),
        text(
            "Reclaim Policy",
            "What becomes of it when released.",
            o -> o.as(PersistentVolume::of).spec().persistentVolumeReclaimPolicy().text()),
        text("Status", "Whether it is in use.", StoragePrinters::phase),
        text("Claim", "Who has it.", StoragePrinters::claimRef),
        text("StorageClass", "Its class.", StoragePrinters::className),
        text(
            "VolumeAttributesClass",
            "Its attributes' class.",
            o ->
                Shown.or(
                    o.as(PersistentVolume::of).spec().volumeAttributesClassName().text(),
                    Shown.UNSET)),
        text("Reason", "Why it failed.", o -> o.as(PersistentVolume::of).status().reason().text()),
        age(),
        text(
                "VolumeMode",
                "Whether it is a file system.",
                o -> Shown.or(o.as(PersistentVolume::of).spec().volumeMode().text(), Shown.UNSET))
            .wide());
  }

  private static Printer claim() {
    return Printer.of(
        objectName(),
        text("Status", "Whether it has a volume.", StoragePrinters::phase),
        text(
            "Volume",
            "The volume.",
            o -> o.as(PersistentVolumeClaim::of).spec().volumeName().text()),
        text(
            "Capacity",
            "The volume's size.",
            o ->
                bound(o)
                    ? Shown.or(
                        o.as(PersistentVolumeClaim::of).status().capacity().get(STORAGE).text(),
                        "0")
                    : ""),
        text(
            "Access Modes",
            "How it may be mounted.",
            o -> bound(o) ? modes(o.as(PersistentVolumeClaim::of).status().accessModes()) : ""),
        text("StorageClass", "The class it asks for.", StoragePrinters::className),
        text(
            "VolumeAttributesClass",
            "The attributes' class it asks for.",
            o ->
                Shown.or(
                    o.as(PersistentVolumeClaim::of).spec().volumeAttributesClassName().text(),
                    Shown.UNSET)),
        age(),
        text(
                "VolumeMode",
                "Whether it is a file system.",
                o ->
                    Shown.or(
                        o.as(PersistentVolumeClaim::of).spec().volumeMode().text(), Shown.UNSET))
            .wide());
  }

  private static Printer storageClass() {
    Column marked =
        text("Name", "The name, and whether it is the default.", StoragePrinters::markedName)
            .formatted("name");
    return Printer.of(
        marked,
        text(
            "Provisioner",
            "Who provides its volumes.",
            o -> o.as(StorageClass::of).provisioner().text()),
        text(
            "ReclaimPolicy",
            "What becomes of released volumes.",
            o -> Shown.or(o.as(StorageClass::of).reclaimPolicy().text(), "Delete")),
        text(
            "VolumeBindingMode",
            "When volumes are made.",
            o -> Shown.or(o.as(StorageClass::of).volumeBindingMode().text(), "Immediate")),
        flag(
                "AllowVolumeExpansion",
                "Whether volumes may grow.",
                o -> o.as(StorageClass::of).allowVolumeExpansion().truth())
            .declared("string"),
        age());
  }

  private static Printer driver() {
    return Printer.of(
        objectName(),
        flag(
            "AttachRequired",
            "Whether volumes are attached first.",
            o -> o.as(CSIDriver::of).spec().attachRequired().optionalTruth().orElse(true)),
        flag(
            "PodInfoOnMount",
            "Whether it is told of pods.",
            o -> o.as(CSIDriver::of).spec().podInfoOnMount().truth()),
        flag(
            "StorageCapacity",
            "Whether it tells its capacity.",
            o -> o.as(CSIDriver::of).spec().storageCapacity().truth()),
        text(
            "TokenRequests",
            "The audiences of the tokens it gets.",
            o ->
                Shown.or(
                    Shown.joined(
                        o.as(CSIDriver::of).spec().tokenRequests(), t -> t.audience().text()),
                    Shown.UNSET)),
        flag(
            "RequiresRepublish",
            "Whether it is called again.",
            o -> o.as(CSIDriver::of).spec().requiresRepublish().truth()),
        text(
            "Modes",
            "How its volumes live.",
            o ->
                Shown.or(
                    Shown.joined(o.as(CSIDriver::of).spec().volumeLifecycleModes()), Shown.NONE)),
        age());
  }

  private static String modes(At given) {
    List<String> all = given.texts();
    return String.join(
        ",",
        MODES.entrySet().stream()
            .filter(e -> all.contains(e.getKey()))
            .map(Map.Entry::getValue)
            .toList());
  }

  /** Of volumes and of claims, which have the same fields. */
  private static String phase(Shown object) {
    return object.deleted()
        ? "Terminating"
        : object.as(PersistentVolumeClaim::of).status().phase().text();
  }

  private static boolean bound(Shown claim) {
    return !claim.as(PersistentVolumeClaim::of).spec().volumeName().text().isEmpty();
  }

  private static String claimRef(Shown volume) {
    ObjectReference claim = volume.as(PersistentVolume::of).spec().claimRef();
    return claim.present() ? claim.namespace().text() + "/" + claim.name().text() : "";
  }

  /** Of volumes and of claims, which have the same fields. */
  private static String className(Shown object) {
    At old =
        object
            .as(PersistentVolumeClaim::of)
            .metadata()
            .annotations()
            .get("volume.beta.kubernetes.io/storage-class");
    return old.node().isTextual()
        ? old.text()
        : object.as(PersistentVolumeClaim::of).spec().storageClassName().text();
  }

  private static String markedName(Shown storageClass) {
    At notes = storageClass.as(StorageClass::of).metadata().annotations();
    boolean isDefault =
        notes.get("storageclass.kubernetes.io/is-default-class").text().equals("true")
            || notes.get("storageclass.beta.kubernetes.io/is-default-class").text().equals("true");
    return storageClass.as(StorageClass::of).metadata().name().text()
        + (isDefault ? " (default)" : "");
  }
}

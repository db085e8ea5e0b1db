package dev.muster.kinds.table;

import static dev.muster.kinds.table.Column.age;
import static dev.muster.kinds.table.Column.flag;
import static dev.muster.kinds.table.Column.number;
import static dev.muster.kinds.table.Column.objectName;
import static dev.muster.kinds.table.Column.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Volumes and who provides them. */
final class StoragePrinters {
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
            text("DriverName", "Who provides it.", o -> o.text("driverName")),
            age()));
    all.put(
        "VolumeAttachment.storage.k8s.io",
        Printer.of(
            objectName(),
            text("Attacher", "Who attaches it.", o -> o.text("spec/attacher")).formatted("name"),
            text("PV", "The volume.", o -> o.text("spec/source/persistentVolumeName")),
            text("Node", "The node it goes to.", o -> o.text("spec/nodeName")),
            flag("Attached", "Whether it is there.", o -> o.at("status/attached").asBoolean()),
            age()));
    all.put(
        "CSINode.storage.k8s.io",
        Printer.of(
            objectName(),
            number("Drivers", "How many drivers it has.", o -> o.size("spec/drivers")),
            age()));
    all.put("CSIDriver.storage.k8s.io", driver());
    all.put(
        "CSIStorageCapacity.storage.k8s.io",
        Printer.of(
            objectName(),
            text("StorageClassName", "The class it is about.", o -> o.text("storageClassName")),
            text("Capacity", "How much is left.", o -> o.text("capacity", Shown.UNSET))));
  }

  private static Printer volume() {
    return Printer.of(
        objectName(),
        text("Capacity", "Its size.", o -> o.text("spec/capacity/storage", "0")),
        text("Access Modes", "How it may be mounted.", o -> modes(o.at("spec/accessModes"))),
        text(
            "Reclaim Policy",
            "What becomes of it when released.",
            o -> o.text("spec/persistentVolumeReclaimPolicy")),
        text("Status", "Whether it is in use.", StoragePrinters::phase),
        text("Claim", "Who has it.", StoragePrinters::claimRef),
        text("StorageClass", "Its class.", StoragePrinters::className),
        text(
            "VolumeAttributesClass",
            "Its attributes' class.",
            o -> o.text("spec/volumeAttributesClassName", Shown.UNSET)),
        text("Reason", "Why it failed.", o -> o.text("status/reason")),
        age(),
        text(
                "VolumeMode",
                "Whether it is a file system.",
                o -> o.text("spec/volumeMode", Shown.UNSET))
            .wide());
  }

  private static Printer claim() {
    return Printer.of(
        objectName(),
        text("Status", "Whether it has a volume.", StoragePrinters::phase),
        text("Volume", "The volume.", o -> o.text("spec/volumeName")),
        text(
            "Capacity",
            "The volume's size.",
            o -> bound(o) ? o.text("status/capacity/storage", "0") : ""),
        text(
            "Access Modes",
            "How it may be mounted.",
            o -> bound(o) ? modes(o.at("status/accessModes")) : ""),
        text("StorageClass", "The class it asks for.", StoragePrinters::className),
        text(
            "VolumeAttributesClass",
            "The attributes' class it asks for.",
            o -> o.text("spec/volumeAttributesClassName", Shown.UNSET)),
        age(),
        text(
                "VolumeMode",
                "Whether it is a file system.",
                o -> o.text("spec/volumeMode", Shown.UNSET))
            .wide());
  }

  private static Printer storageClass() {
    Column marked =
        text("Name", "The name, and whether it is the default.", StoragePrinters::markedName)
            .formatted("name");
    return Printer.of(
        marked,
        text("Provisioner", "Who provides its volumes.", o -> o.text("provisioner")),
        text(
            "ReclaimPolicy",
            "What becomes of released volumes.",
            o -> o.text("reclaimPolicy", "Delete")),
        text(
            "VolumeBindingMode",
            "When volumes are made.",
            o -> o.text("volumeBindingMode", "Immediate")),
        flag(
                "AllowVolumeExpansion",
                "Whether volumes may grow.",
                o -> o.at("allowVolumeExpansion").asBoolean())
            .declared("string"),
        age());
  }

  private static Printer driver() {
    return Printer.of(
        objectName(),
        flag(
            "AttachRequired",
            "Whether volumes are attached first.",
            o -> o.at("spec/attachRequired").asBoolean(true)),
        flag(
            "PodInfoOnMount",
            "Whether it is told of pods.",
            o -> o.at("spec/podInfoOnMount").asBoolean()),
        flag(
            "StorageCapacity",
            "Whether it tells its capacity.",
            o -> o.at("spec/storageCapacity").asBoolean()),
        text(
            "TokenRequests",
            "The audiences of the tokens it gets.",
            o ->
                Shown.or(
                    o.joined("spec/tokenRequests", ",", t -> Shown.text(t.path("audience"))),
                    Shown.UNSET)),
        flag(
            "RequiresRepublish",
            "Whether it is called again.",
            o -> o.at("spec/requiresRepublish").asBoolean()),
        text(
            "Modes",
            "How its volumes live.",
            o -> Shown.or(o.joined("spec/volumeLifecycleModes"), Shown.NONE)),
        age());
  }

  private static String modes(JsonNode given) {
    List<String> all = new ArrayList<>();
    given.forEach(mode -> all.add(mode.asText()));
    return String.join(
        ",",
        MODES.entrySet().stream()
            .filter(e -> all.contains(e.getKey()))
            .map(Map.Entry::getValue)
            .toList());
  }

  private static String phase(Shown object) {
    return object.deleted() ? "Terminating" : object.text("status/phase");
  }

  private static boolean bound(Shown claim) {
    return !claim.text("spec/volumeName").isEmpty();
  }

  private static String claimRef(Shown volume) {
    return volume.has("spec/claimRef")
        ? volume.text("spec/claimRef/namespace") + "/" + volume.text("spec/claimRef/name")
        : "";
  }

  private static String className(Shown object) {
    JsonNode old =
        object.at("metadata/annotations").path("volume.beta.kubernetes.io/storage-class");
    return old.isTextual() ? old.asText() : object.text("spec/storageClassName");
  }

  private static String markedName(Shown storageClass) {
    JsonNode notes = storageClass.at("metadata/annotations");
    boolean isDefault =
        notes.path("storageclass.kubernetes.io/is-default-class").asText().equals("true")
            || notes
                .path("storageclass.beta.kubernetes.io/is-default-class")
                .asText()
                .equals("true");
    return storageClass.text("metadata/name") + (isDefault ? " (default)" : "");
  }
}

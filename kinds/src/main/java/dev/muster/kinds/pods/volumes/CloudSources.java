package dev.muster.kinds.pods.volumes;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import java.util.List;

/** Disks and shares that a cloud or a storage system hands out. */
final class CloudSources {
  private static final List<String> CACHING = List.of("None", "ReadOnly", "ReadWrite");
  private static final List<String> KINDS = List.of("Dedicated", "Managed", "Shared");
  private static final List<String> MANAGED_URI =
      List.of(
          "/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}");
  private static final List<String> BLOB_URI =
      List.of("https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd");

  private CloudSources() {}

  static void gcePersistentDisk(At source, Errors errors) {
    Needs.text(source, "pdName", errors);
    partition(source, errors);
  }

  static void awsElasticBlockStore(At source, Errors errors) {
    Needs.text(source, "volumeID", errors);
    partition(source, errors);
  }

  private static void partition(At source, Errors errors) {
    At partition = source.get("partition");
    if (partition.number() < 0 || partition.number() > 255) {
      errors.invalid(partition, "must be between 1 and 255, inclusive");
    }
  }

  static void cinder(At source, Errors errors) {
    Needs.text(source, "volumeID", errors);
    Needs.nameIfPresent(source.get("secretRef"), errors);
  }

  static void persistentCinder(At source, Errors errors) {
    Needs.text(source, "volumeID", errors);
    Needs.nameAndNamespaceIfPresent(source.get("secretRef"), errors);
  }

  static void azureFile(At source, Errors errors) {
    Needs.texts(source, errors, "secretName", "shareName");
  }

  static void persistentAzureFile(At source, Errors errors) {
    azureFile(source, errors);
    At namespace = source.get("secretNamespace");
    if (namespace.present() && namespace.empty()) {
      errors.required(namespace.path(), "");
    }
  }

  static void azureDisk(At disk, Errors errors) {
    Needs.texts(disk, errors, "diskName", "diskURI");
    At caching = disk.get("cachingMode");
    At kind = disk.get("kind");
    At uri = new At(disk.get("diskURI").node(), disk.path().child("diskURI"));
    if (caching.present() && !CACHING.contains(caching.text())) {
      errors.unsupported(caching, CACHING);
    }
    if (kind.absent()) {
      return;
    }
    if (!KINDS.contains(kind.text())) {
      errors.unsupported(kind, KINDS);
    }
    boolean managed = kind.text().equals("Managed");
    if (managed && !uri.text().startsWith("/subscriptions/")) {
      errors.unsupported(uri, MANAGED_URI);
    }
    if (!managed && !uri.text().startsWith("https://")) {
      errors.unsupported(uri, BLOB_URI);
    }
  }

  static void vsphere(At source, Errors errors) {
    Needs.text(source, "volumePath", errors);
  }

  static void photon(At source, Errors errors) {
    Needs.text(source, "pdID", errors);
  }

  static void portworx(At source, Errors errors) {
    Needs.text(source, "volumeID", errors);
  }

  static void scaleIo(At source, Errors errors) {
    Needs.texts(source, errors, "gateway", "system", "volumeName");
  }
}

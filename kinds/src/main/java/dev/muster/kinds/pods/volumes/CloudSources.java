package dev.muster.kinds.pods.volumes;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.views.CoreV1.AWSElasticBlockStoreVolumeSource;
import dev.muster.views.CoreV1.AzureDiskVolumeSource;
import dev.muster.views.CoreV1.AzureFilePersistentVolumeSource;
import dev.muster.views.CoreV1.AzureFileVolumeSource;
import dev.muster.views.CoreV1.CinderPersistentVolumeSource;
import dev.muster.views.CoreV1.CinderVolumeSource;
import dev.muster.views.CoreV1.GCEPersistentDiskVolumeSource;
import dev.muster.views.CoreV1.PhotonPersistentDiskVolumeSource;
import dev.muster.views.CoreV1.PortworxVolumeSource;
import dev.muster.views.CoreV1.ScaleIOVolumeSource;
import dev.muster.views.CoreV1.VsphereVirtualDiskVolumeSource;
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

  static void gcePersistentDisk(GCEPersistentDiskVolumeSource source, Errors errors) {
    Needs.text(source.pdName(), errors);
    partition(source.partition(), errors);
  }

  static void awsElasticBlockStore(AWSElasticBlockStoreVolumeSource source, Errors errors) {
    Needs.text(source.volumeID(), errors);
    partition(source.partition(), errors);
  }

  private static void partition(At partition, Errors errors) {
    if (partition.number() < 0 || partition.number() > 255) {
      errors.invalid(partition, "must be between 1 and 255, inclusive");
    }
  }

  static void cinder(CinderVolumeSource source, Errors errors) {
    Needs.text(source.volumeID(), errors);
    Needs.nameIfPresent(source.secretRef(), source.secretRef().name(), errors);
  }

  static void persistentCinder(CinderPersistentVolumeSource source, Errors errors) {
    Needs.text(source.volumeID(), errors);
    Needs.nameAndNamespaceIfPresent(source.secretRef(), errors);
  }

  static void azureFile(AzureFileVolumeSource source, Errors errors) {
    Needs.texts(errors, source.secretName(), source.shareName());
  }

  static void persistentAzureFile(AzureFilePersistentVolumeSource source, Errors errors) {
    azureFile(new AzureFileVolumeSource(source.at()), errors);
    At namespace = source.secretNamespace();
    if (namespace.present() && namespace.empty()) {
      errors.required(namespace.path(), "");
    }
  }

  static void azureDisk(AzureDiskVolumeSource disk, Errors errors) {
    Needs.texts(errors, disk.diskName(), disk.diskURI());
    At caching = disk.cachingMode();
    At kind = disk.kind();
    At uri = disk.diskURI();
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

  static void vsphere(VsphereVirtualDiskVolumeSource source, Errors errors) {
    Needs.text(source.volumePath(), errors);
  }

  static void photon(PhotonPersistentDiskVolumeSource source, Errors errors) {
    Needs.text(source.pdID(), errors);
  }

  static void portworx(PortworxVolumeSource source, Errors errors) {
    Needs.text(source.volumeID(), errors);
  }

  static void scaleIo(ScaleIOVolumeSource source, Errors errors) {
    Needs.texts(errors, source.gateway(), source.system(), source.volumeName());
  }
}

package dev.muster.runtime.pods;

import dev.muster.cri.v1.ContainerConfig;
import dev.muster.cri.v1.Mount;
import dev.muster.cri.v1.UserNamespace;
import dev.muster.linux.MappedMounts;
import dev.muster.linux.SyscallException;
import dev.muster.runtime.oci.HostFiles;
import dev.muster.runtime.refusal.Refused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The mounts of a container in a user namespace, shown elsewhere with the owners that they have in
 * there: OCI runtimes get plain bind mounts, whether or not they know of mapped ones.
 */
final class MappedVolumes {
  private MappedVolumes() {}

  /** The request with each mount that asks for a mapping coming from below an open directory. */
  static ContainerConfig show(ContainerConfig config, UserNamespace pod, Path namespace, Path open)
      throws IOException, Refused {
    ContainerConfig.Builder shown = config.toBuilder();
    for (int i = 0; i < config.getMountsCount(); i++) {
      Mount asked = config.getMounts(i);
      boolean mapped = asked.getUidMappingsCount() + asked.getGidMappingsCount() > 0;
      if (mapped && asked.getImage().getImage().isEmpty()) {
        check(asked, pod);
        Path source = source(asked);
        Path place = place(source, open, Integer.toString(i));
        bind(source, place, namespace, asked);
        shown.getMountsBuilder(i).setHostPath(place.toString());
      }
    }
    return shown.build();
  }

  private static void check(Mount asked, UserNamespace pod) throws Refused {
    if (!asked.getUidMappingsList().equals(pod.getUidsList())
        || !asked.getGidMappingsList().equals(pod.getGidsList())) {
      throw Refused.invalid(
          "mounts: id mappings of \""
              + asked.getContainerPath()
              + "\" are not those of the sandbox's user namespace");
    }
  }

  private static Path source(Mount asked) throws Refused {
    if (!asked.getHostPath().startsWith("/") || asked.getHostPath().indexOf('\0') >= 0) {
      throw Refused.invalid(
          "mounts: host_path \"" + asked.getHostPath() + "\" is not an absolute path");
    }
    return new HostFiles.Real().source(asked.getHostPath());
  }

  private static Path place(Path source, Path open, String name) throws IOException {
    Path place = open.resolve(name);
    return Files.isDirectory(source) ? Files.createDirectory(place) : Files.createFile(place);
  }

  private static void bind(Path source, Path place, Path namespace, Mount asked) throws Refused {
    try {
      MappedMounts.bind(source, place, namespace);
    } catch (SyscallException e) {
      throw Refused.failed(
          "mounts: \""
              + asked.getContainerPath()
              + "\" cannot be mapped into the user namespace: "
              + e.getMessage());
    }
  }
}

package dev.muster.kinds.pods.volumes;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.quantity.Quantity;
import dev.muster.views.CoreV1.EmptyDirVolumeSource;
import dev.muster.views.CoreV1.GitRepoVolumeSource;
import dev.muster.views.CoreV1.HostPathVolumeSource;
import dev.muster.views.CoreV1.ImageVolumeSource;
import dev.muster.views.CoreV1.LocalVolumeSource;
import java.util.List;

/** What the node itself provides: its directories, empty ones, images, repositories. */
final class LocalSources {
  private static final List<String> HOST_PATH_TYPES =
      List.of(
          "",
          "BlockDevice",
          "CharDevice",
          "Directory",
          "DirectoryOrCreate",
          "File",
          "FileOrCreate",
          "Socket");
  private static final List<String> PULL_POLICIES = List.of("Always", "IfNotPresent", "Never");

  private LocalSources() {}

  static void emptyDir(EmptyDirVolumeSource emptyDir, Errors errors) {
    At limit = emptyDir.sizeLimit();
    if (limit.present() && Quantity.parse(limit.text()).signum() < 0) {
      errors.forbidden(limit.path(), "SizeLimit field must be a valid resource quantity");
    }
  }

  static void hostPath(HostPathVolumeSource hostPath, Errors errors) {
    At path = hostPath.path();
    if (path.empty()) {
      errors.required(path.path(), "");
      return;
    }
    LocalPath.noBacksteps(path.text(), path.path(), errors);
    At type = hostPath.type();
    if (type.present() && !HOST_PATH_TYPES.contains(type.text())) {
      errors.unsupported(type, HOST_PATH_TYPES);
    }
  }

  static void local(LocalVolumeSource local, Errors errors) {
    At path = local.path();
    if (path.empty()) {
      errors.required(path.path(), "");
    } else {
      LocalPath.noBacksteps(path.text(), path.path(), errors);
    }
  }

  static void gitRepo(GitRepoVolumeSource repo, Errors errors) {
    Needs.text(repo.repository(), errors);
    LocalPath.descending(repo.directory().text(), repo.directory().path(), errors);
  }

  /** A template may leave the image open: who makes pods of it fills it in. */
  static void image(ImageVolumeSource image, boolean template, Errors errors) {
    if (!template) {
      Needs.text(image.reference(), errors);
    }
    At policy = image.pullPolicy();
    if (policy.empty()) {
      errors.required(policy.path(), "");
    } else if (!PULL_POLICIES.contains(policy.text())) {
      errors.unsupported(policy, PULL_POLICIES);
    }
  }
}

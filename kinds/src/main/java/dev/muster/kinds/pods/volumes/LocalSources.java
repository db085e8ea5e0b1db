package dev.muster.kinds.pods.volumes;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.quantity.Quantity;
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

  static void emptyDir(At emptyDir, Errors errors) {
    At limit = emptyDir.get("sizeLimit");
    if (limit.present() && Quantity.parse(limit.text()).signum() < 0) {
      errors.forbidden(limit.path(), "SizeLimit field must be a valid resource quantity");
    }
  }

  static void hostPath(At hostPath, Errors errors) {
    At path = hostPath.get("path");
    if (path.empty()) {
      errors.required(path.path(), "");
      return;
    }
    LocalPath.noBacksteps(path.text(), path.path(), errors);
    At type = hostPath.get("type");
    if (type.present() && !HOST_PATH_TYPES.contains(type.text())) {
      errors.unsupported(type, HOST_PATH_TYPES);
    }
  }

  static void local(At local, Errors errors) {
    At path = local.get("path");
    if (path.empty()) {
      errors.required(path.path(), "");
    } else {
      LocalPath.noBacksteps(path.text(), path.path(), errors);
    }
  }

  static void gitRepo(At repo, Errors errors) {
    Needs.text(repo, "repository", errors);
    LocalPath.descending(repo.text("directory"), repo.get("directory").path(), errors);
  }

  /** A template may leave the image open: who makes pods of it fills it in. */
  static void image(At image, boolean template, Errors errors) {
    if (!template) {
      Needs.text(image, "reference", errors);
    }
    At policy = image.get("pullPolicy");
    if (policy.empty()) {
      errors.required(policy.path(), "");
    } else if (!PULL_POLICIES.contains(policy.text())) {
      errors.unsupported(policy, PULL_POLICIES);
    }
  }
}

package dev.muster.kinds.pods.volumes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.At;
import dev.muster.views.CoreV1.DownwardAPIVolumeFile;
import dev.muster.views.CoreV1.KeyToPath;
import dev.muster.views.CoreV1.PodSpec;
import dev.muster.views.CoreV1.Volume;
import dev.muster.views.CoreV1.VolumeProjection;
import dev.muster.views.View;
import dev.muster.views.ViewList;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The owners of a volume's files, as KEP-5936 names them: {@code defaultUser} of the volume, {@code
 * user} of one file. For a server whose feature gate AtomicWriteVolumeUserFields is off.
 */
public final class UserFields {
  private static final List<String> NAMES = List.of("defaultUser", "user");

  private UserFields() {}

  /** One of the fields, and what has it. */
  private record Given(View holder, At field) {}

  /** Removes them all, unless the old spec uses one. */
  public static void drop(PodSpec spec, @Nullable PodSpec oldSpec) {
    for (Given given : dropped(spec, oldSpec)) {
      ((ObjectNode) given.holder.tree()).remove(NAMES);
    }
  }

  /** Says what {@link #drop} will do. */
  public static void warn(PodSpec spec, @Nullable PodSpec oldSpec, List<String> warnings) {
    for (Given given : dropped(spec, oldSpec)) {
      warnings.add(
          given.field.path()
              + ": dropped, because the feature gate AtomicWriteVolumeUserFields is off: files are"
              + " owned as if it were not set");
    }
  }

  private static List<Given> dropped(PodSpec spec, @Nullable PodSpec oldSpec) {
    return oldSpec != null && !given(oldSpec).isEmpty() ? List.of() : given(spec);
  }

  private static List<Given> given(PodSpec spec) {
    List<Given> found = new ArrayList<>();
    for (Volume volume : spec.volumes()) {
      add(volume.secret(), volume.secret().defaultUser(), found);
      items(volume.secret().items(), found);
      add(volume.configMap(), volume.configMap().defaultUser(), found);
      items(volume.configMap().items(), found);
      add(volume.downwardAPI(), volume.downwardAPI().defaultUser(), found);
      files(volume.downwardAPI().items(), found);
      add(volume.projected(), volume.projected().defaultUser(), found);
      volume.projected().sources().forEach(source -> projected(source, found));
    }
    return found;
  }

  private static void projected(VolumeProjection source, List<Given> found) {
    items(source.secret().items(), found);
    items(source.configMap().items(), found);
    files(source.downwardAPI().items(), found);
    add(source.serviceAccountToken(), source.serviceAccountToken().user(), found);
    add(source.clusterTrustBundle(), source.clusterTrustBundle().user(), found);
    add(source.podCertificate(), source.podCertificate().user(), found);
  }

  private static void items(ViewList<KeyToPath> items, List<Given> found) {
    items.forEach(item -> add(item, item.user(), found));
  }

  private static void files(ViewList<DownwardAPIVolumeFile> files, List<Given> found) {
    files.forEach(file -> add(file, file.user(), found));
  }

  private static void add(View holder, At field, List<Given> found) {
    if (field.present()) {
      found.add(new Given(holder, field));
    }
  }
}

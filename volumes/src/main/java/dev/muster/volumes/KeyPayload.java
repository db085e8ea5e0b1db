package dev.muster.volumes;

import com.fasterxml.jackson.databind.node.MissingNode;
import dev.muster.model.field.At;
import dev.muster.views.CoreV1.ConfigMap;
import dev.muster.views.CoreV1.KeyToPath;
import dev.muster.views.CoreV1.Secret;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The keys of a secret or config map as files: all of them, or those that items pick. */
record KeyPayload(List<KeyToPath> items, boolean optional, FileDefaults defaults) {

  Map<String, ProjectedFile> secret(Sources sources, String namespace, String name)
      throws VolumeException {
    Secret secret = Secret.of(sources.secret(namespace, name).orElse(MissingNode.getInstance()));
    if (!secret.present() && !optional) {
      throw new VolumeException("secret \"" + name + "\" not found");
    }
    return pick(binary(secret.data()), "references non-existent secret key: ");
  }

  Map<String, ProjectedFile> configMap(Sources sources, String namespace, String name)
      throws VolumeException {
    ConfigMap map =
        ConfigMap.of(sources.configMap(namespace, name).orElse(MissingNode.getInstance()));
    if (!map.present() && !optional) {
      throw new VolumeException("configmap \"" + name + "\" not found");
    }
    Map<String, Content> contents = binary(map.binaryData());
    map.data()
        .entries()
        .forEach(entry -> contents.put(entry.getKey(), Content.of(entry.getValue().text())));
    return pick(contents, "configmap references non-existent config key: ");
  }

  private Map<String, ProjectedFile> pick(Map<String, Content> contents, String missing)
      throws VolumeException {
    Map<String, ProjectedFile> files = new TreeMap<>();
    if (items.isEmpty()) {
      for (Map.Entry<String, Content> entry : contents.entrySet()) {
        files.put(
            PayloadPaths.clean(entry.getKey()),
            new ProjectedFile(entry.getValue(), defaults.mode(), defaults.user()));
      }
      return files;
    }
    for (KeyToPath item : items) {
      String key = item.key().text();
      Content content = contents.get(key);
      if (content != null) {
        files.put(
            PayloadPaths.clean(item.path().text()),
            new ProjectedFile(content, defaults.mode(item.mode()), defaults.user(item.user())));
      } else if (!optional) {
        throw new VolumeException(missing + key);
      }
    }
    return files;
  }

  private static Map<String, Content> binary(At data) throws VolumeException {
    Map<String, Content> contents = new TreeMap<>();
    for (Map.Entry<String, At> entry : data.entries()) {
      try {
        contents.put(entry.getKey(), Content.of(entry.getValue().node().binaryValue()));
      } catch (IOException e) {
        throw new VolumeException("key " + entry.getKey() + " does not hold base64");
      }
    }
    return contents;
  }
}

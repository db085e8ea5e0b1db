package dev.muster.runtime.images;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What an image says about the process it is made for; empty where it says nothing.
 *
 * @param user {@code config.User}: any of user, uid, user:group, uid:gid, uid:group, user:gid
 * @param env in the image's order, {@code NAME=value}
 */
public record ImageConfig(
    String os,
    String architecture,
    String variant,
    String user,
    List<String> env,
    List<String> entrypoint,
    List<String> cmd,
    String workingDir,
    String stopSignal,
    List<String> volumes,
    Map<String, String> labels) {

  public ImageConfig {
    env = List.copyOf(env);
    entrypoint = List.copyOf(entrypoint);
    cmd = List.copyOf(cmd);
    volumes = List.copyOf(volumes);
    labels = Collections.unmodifiableMap(new HashMap<>(labels));
  }
}

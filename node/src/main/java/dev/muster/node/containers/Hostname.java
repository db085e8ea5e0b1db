package dev.muster.node.containers;

import dev.muster.views.CoreV1.Pod;

/** What a pod calls itself, and its name in the cluster if it has one. */
public record Hostname(String name, String domain) {
  private static final int LONGEST = 63;

  static Hostname of(Pod pod, String nodeName, String clusterDomain) {
    String own = pod.spec().hostname().text();
    String name = own.isEmpty() ? pod.name() : own;
    if (name.length() > LONGEST) {
      name = name.substring(0, LONGEST).replaceAll("[-.]+$", "");
    }
    String subdomain = pod.spec().subdomain().text();
    String domain =
        subdomain.isEmpty() ? "" : subdomain + "." + pod.namespace() + ".svc." + clusterDomain;
    if (pod.hostNetwork()) {
      return new Hostname(nodeName, domain);
    }
    boolean whole = pod.spec().setHostnameAsFQDN().truth() && !domain.isEmpty();
    return new Hostname(whole ? name + "." + domain : name, domain);
  }
}

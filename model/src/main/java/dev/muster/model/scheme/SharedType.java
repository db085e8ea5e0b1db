package dev.muster.model.scheme;

/** The names of the types that all versions of a kind share inside the real server. */
public final class SharedType {
  private SharedType() {}

  /** As messages have it, e.g. {@code core.Pod}. */
  public static String of(String group, String kind) {
    boolean event = group.equals("events.k8s.io") && kind.startsWith("Event");
    return (event ? "core" : family(group)) + "." + kind;
  }

  /** What the types of a group have in common: its first name. */
  public static String family(String group) {
    int dot = group.indexOf('.');
    return group.isEmpty() ? "core" : dot < 0 ? group : group.substring(0, dot);
  }
}

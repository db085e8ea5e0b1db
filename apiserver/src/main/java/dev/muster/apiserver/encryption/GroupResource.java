package dev.muster.apiserver.encryption;

/** A resource as the configuration names it: {@code secrets}, {@code *.apps}, {@code *.*}. */
record GroupResource(String group, String resource) {
  static final GroupResource ALL = new GroupResource("*", "*");

  static GroupResource parse(String text) {
    int dot = text.indexOf('.');
    return dot < 0
        ? new GroupResource("", text)
        : new GroupResource(text.substring(dot + 1), text.substring(0, dot));
  }

  /** All resources of its group. */
  GroupResource anyOfGroup() {
    return new GroupResource(group, "*");
  }

  /** As the configuration spells it. */
  @Override
  public String toString() {
    return group.isEmpty() && !resource.equals("*") ? resource : resource + "." + group;
  }
}

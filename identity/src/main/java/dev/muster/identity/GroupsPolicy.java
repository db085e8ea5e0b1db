package dev.muster.identity;

/** Whether the image's own group file adds to the groups of a process. */
public enum GroupsPolicy {
  /** The given groups, and those the image's {@code /etc/group} gives to the user. */
  MERGE("Merge"),
  /** The given groups only. */
  STRICT("Strict");

  private final String text;

  GroupsPolicy(String text) {
    this.text = text;
  }

  /** As the API spells it. */
  @Override
  public String toString() {
    return text;
  }

  /** The policy of {@code supplementalGroupsPolicy}, where nothing means Merge. */
  static GroupsPolicy of(String text) throws IdentityException {
    return switch (text) {
      case "", "Merge" -> MERGE;
      case "Strict" -> STRICT;
      default ->
          throw new IdentityException(
              "supplementalGroupsPolicy \"" + text + "\" is neither \"Merge\" nor \"Strict\"");
    };
  }
}

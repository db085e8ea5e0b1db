package dev.muster.identity;

import dev.muster.base.go.GoText;
import org.jspecify.annotations.Nullable;

/**
 * The image configuration's {@code User}, taken apart: {@code user}, {@code uid}, {@code
 * user:group}, {@code uid:gid}, {@code uid:group} or {@code user:gid}.
 *
 * @param user the part before the colon, possibly empty
 * @param group the part after the colon, null without one
 */
public record ImageUser(String text, String user, @Nullable String group) {

  /** Reads an image's {@code USER}: name or id, and after a colon a group's. */
  public static ImageUser parse(String text) throws IdentityException {
    int colon = text.indexOf(':');
    if (colon != text.lastIndexOf(':') || text.indexOf('\0') >= 0) {
      throw new IdentityException("invalid image USER value " + GoText.brief(text));
    }
    return colon < 0
        ? new ImageUser(text, text, null)
        : new ImageUser(text, text.substring(0, colon), text.substring(colon + 1));
  }

  /** The uid, when the user part is a number; null when it is a name or empty. */
  public @Nullable Long uid() throws IdentityException {
    return number(user, "uid");
  }

  /** The gid, when the group part is a number; null when it is a name, empty or absent. */
  public @Nullable Long gid() throws IdentityException {
    return group == null ? null : number(group, "gid");
  }

  private @Nullable Long number(String part, String what) throws IdentityException {
    if (!AccountLine.looksNumeric(part)) {
      return null;
    }
    long value = AccountLine.number(part);
    if (value < 0 || value > Id.MAX_GIVEN) {
      throw new IdentityException(
          "invalid image USER value " + GoText.brief(text) + ": " + what + " out of range");
    }
    return value;
  }
}

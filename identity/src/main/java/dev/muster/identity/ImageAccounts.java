package dev.muster.identity;

import dev.muster.base.go.GoText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The users and groups an image knows. Every question reads the file anew and holds one line at a
 * time; where several lines answer, the first one does.
 */
public final class ImageAccounts {
  static final String PASSWD = "/etc/passwd";
  static final String GROUP = "/etc/group";

  /** The kernel's NGROUPS_MAX. */
  static final int MAX_GROUPS = 65536;

  private final ImageFiles files;

  /** Reads account files from an image's file system when they are asked for. */
  public ImageAccounts(ImageFiles files) {
    this.files = files;
  }

  /** An image without account files. */
  public static ImageAccounts none() {
    return new ImageAccounts(path -> null);
  }

  /** The accounts of an unpacked image; links in it are followed within {@code root} only. */
  public static ImageAccounts in(Path root) {
    return new ImageAccounts(new RootDirectory(root));
  }

  /** The accounts in the given texts, null standing for no such file. */
  public static ImageAccounts of(@Nullable String passwd, @Nullable String group) {
    return new ImageAccounts(
        path -> {
          String text = path.equals(PASSWD) ? passwd : path.equals(GROUP) ? group : null;
          return text == null
              ? null
              : new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        });
  }

  /**
   * A line of the passwd file.
   *
   * @param gid null where the line has no usable one
   */
  record User(String name, long uid, @Nullable Long gid, int line) {
    String place() {
      return "user " + GoText.brief(name) + ", line " + line + " of the image's " + PASSWD;
    }
  }

  /** A line of the group file. */
  record Group(String name, long gid, int line) {
    String place() {
      return GoText.brief(name) + ", line " + line + " of the image's " + GROUP;
    }
  }

  /** The first user of this name; a line of that name without a usable uid is an error. */
  Optional<User> userNamed(String name) throws IdentityException {
    String bytes = AccountLine.bytes(name);
    AccountLine line = first(PASSWD, each -> each.name().equals(bytes));
    if (line == null) {
      return Optional.empty();
    }
    Long uid = line.id(2);
    if (uid == null) {
      throw new IdentityException(
          "line %d of the image's %s: uid %s of user %s is not a number from 0 to %d"
              .formatted(
                  line.number(),
                  PASSWD,
                  GoText.brief(line.text(2)),
                  GoText.brief(name),
                  Id.MAX_KERNEL));
    }
    return Optional.of(new User(name, uid, line.id(3), line.number()));
  }

  /** The first user with this uid; lines without a usable uid do not count. */
  Optional<User> userWithUid(long uid) throws IdentityException {
    AccountLine line =
        first(
            PASSWD,
            each -> {
              Long id = each.id(2);
              return id != null && id == uid;
            });
    return line == null
        ? Optional.empty()
        : Optional.of(new User(line.text(0), uid, line.id(3), line.number()));
  }

  /** The first group of this name; a line of that name without a usable gid is an error. */
  Optional<Group> groupNamed(String name) throws IdentityException {
    String bytes = AccountLine.bytes(name);
    AccountLine line = first(GROUP, each -> each.name().equals(bytes));
    if (line == null) {
      return Optional.empty();
    }
    Long gid = line.id(2);
    if (gid == null) {
      throw new IdentityException(
          "line %d of the image's %s: gid %s of group %s is not a number from 0 to %d"
              .formatted(
                  line.number(),
                  GROUP,
                  GoText.brief(line.text(2)),
                  GoText.brief(name),
                  Id.MAX_KERNEL));
    }
    return Optional.of(new Group(name, gid, line.number()));
  }

  /**
   * The groups that list this user as a member. A group of the user's own name is the primary one
   * by convention and does not count; neither do lines without a usable gid.
   */
  List<Group> groupsOf(String user) throws IdentityException {
    String bytes = AccountLine.bytes(user);
    List<Group> found = new ArrayList<>();
    try (AccountFile file = open(GROUP)) {
      for (AccountLine line = file.next(); line != null; line = file.next()) {
        Long gid = line.id(2);
        if (gid == null
            || line.fields().size() < 4
            || line.name().equals(bytes)
            || !lists(line.fields().get(3), bytes)) {
          continue;
        }
        if (found.size() == MAX_GROUPS) {
          throw new IdentityException(
              "the image's " + GROUP + " puts the user into more than " + MAX_GROUPS + " groups");
        }
        found.add(new Group(line.text(0), gid, line.number()));
      }
    }
    return found;
  }

  private static boolean lists(String members, String user) {
    if (user.isEmpty()) {
      return false;
    }
    for (int at = members.indexOf(user); at >= 0; at = members.indexOf(user, at + 1)) {
      int end = at + user.length();
      if ((at == 0 || members.charAt(at - 1) == ',')
          && (end == members.length() || members.charAt(end) == ',')) {
        return true;
      }
    }
    return false;
  }

  private @Nullable AccountLine first(String path, Predicate<AccountLine> wanted)
      throws IdentityException {
    try (AccountFile file = open(path)) {
      for (AccountLine line = file.next(); line != null; line = file.next()) {
        if (wanted.test(line)) {
          return line;
        }
      }
      return null;
    }
  }

  private AccountFile open(String path) throws IdentityException {
    try {
      InputStream in = files.open(path);
      return new AccountFile(path, in == null ? InputStream.nullInputStream() : in);
    } catch (IOException e) {
      throw new IdentityException("cannot read the image's " + path + ": " + e.getMessage(), e);
    }
  }
}

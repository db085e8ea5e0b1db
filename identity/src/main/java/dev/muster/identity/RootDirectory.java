package dev.muster.identity;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An unpacked image. Links are resolved as a process inside would see them, with the directory as
 * its root.
 *
 * <p>INVARIANT (no escape): what is opened is reached from the root component by component, none of
 * which is followed if it is a link at that moment. A link that changes after it was resolved makes
 * the open fail; it cannot lead outside.
 */
final class RootDirectory implements ImageFiles {
  private static final int MAX_LINKS = 40;

  private final Path root;

  RootDirectory(Path root) {
    this.root = root;
  }

  @Override
  public @Nullable InputStream open(String path) throws IOException, IdentityException {
    List<String> names = resolve(path);
    if (names == null) {
      return null;
    }
    if (names.isEmpty()) {
      throw new IdentityException("the image's " + path + " is not a regular file");
    }
    try {
      return openIn(names, path);
    } catch (NoSuchFileException e) {
      return null;
    } catch (FileSystemException e) {
      throw new IOException(
          e.getReason() == null ? "it changed while it was read" : e.getReason(), e);
    }
  }

  private InputStream openIn(List<String> names, String path)
      throws IOException, IdentityException {
    try (DirectoryStream<Path> top = Files.newDirectoryStream(root)) {
      return descend(secure(top), names, path);
    }
  }

  private static InputStream descend(
      SecureDirectoryStream<Path> directory, List<String> names, String path)
      throws IOException, IdentityException {
    Path name = Path.of(names.getFirst());
    if (names.size() == 1) {
      return openFile(directory, name, path);
    }
    try (SecureDirectoryStream<Path> next =
        directory.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
      return descend(next, names.subList(1, names.size()), path);
    }
  }

  private static InputStream openFile(SecureDirectoryStream<Path> directory, Path name, String path)
      throws IOException, IdentityException {
    BasicFileAttributes found =
        directory
            .getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
            .readAttributes();
    if (!found.isRegularFile()) {
      throw new IdentityException("the image's " + path + " is not a regular file");
    }
    if (found.size() > AccountFile.MAX_BYTES) {
      throw new IdentityException(
          "the image's %s is larger than %d MiB".formatted(path, AccountFile.MAX_BYTES >> 20));
    }
    return Channels.newInputStream(
        directory.newByteChannel(name, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)));
  }

  @SuppressWarnings("unchecked")
  private static SecureDirectoryStream<Path> secure(DirectoryStream<Path> stream)
      throws IOException {
    if (stream instanceof SecureDirectoryStream<?> secure) {
      return (SecureDirectoryStream<Path>) secure;
    }
    throw new IOException("this system cannot open files relative to a directory");
  }

  /** The path without links, from the root; null when something on the way does not exist. */
  private @Nullable List<String> resolve(String path) throws IOException, IdentityException {
    Deque<String> ahead = new ArrayDeque<>(parts(path));
    List<String> behind = new ArrayList<>();
    int links = 0;
    while (!ahead.isEmpty()) {
      String name = ahead.pop();
      if (name.equals("..")) {
        if (!behind.isEmpty()) {
          behind.removeLast();
        }
        continue;
      }
      Path here = root.resolve(String.join("/", behind)).resolve(name);
      BasicFileAttributes found;
      try {
        found = Files.readAttributes(here, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      } catch (NoSuchFileException e) {
        return null;
      } catch (FileSystemException e) {
        throw new IdentityException(
            "the image's " + path + " leads through something that is not a directory", e);
      }
      if (!found.isSymbolicLink()) {
        behind.add(name);
        continue;
      }
      if (++links > MAX_LINKS) {
        throw new IdentityException("the image's " + path + " is a loop of links");
      }
      String target = Files.readSymbolicLink(here).toString();
      if (target.startsWith("/")) {
        behind.clear();
      }
      List<String> more = new ArrayList<>(parts(target));
      Collections.reverse(more);
      more.forEach(ahead::push);
    }
    return behind;
  }

  private static List<String> parts(String path) {
    List<String> parts = new ArrayList<>();
    for (String part : path.split("/")) {
      if (!part.isEmpty() && !part.equals(".")) {
        parts.add(part);
      }
    }
    return parts;
  }
}

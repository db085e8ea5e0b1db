package dev.muster.runtime.layers;

import dev.muster.linux.Errno;
import dev.muster.linux.Fd;
import dev.muster.linux.Links;
import dev.muster.linux.OpenFlags;
import dev.muster.linux.Stat;
import dev.muster.linux.SyscallException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The directories of a layer that is being unpacked, by descriptor.
 *
 * <p>INVARIANT (no escape): a descriptor is opened from its parent's by one name that is not a
 * link. Links on the way are resolved here, within the layer and those below it, never by the
 * kernel.
 */
final class LayerTree implements AutoCloseable {
  private static final int MAX_OPEN = 256;

  /** Less than what may be open: the way to one directory never closes another in use. */
  private static final int MAX_DEPTH = 100;

  private static final int MAX_LINKS = 40;

  private final LowerLayers lower;
  private final Fd root;
  private final Map<List<String>, Fd> open = new LinkedHashMap<>(16, 0.75f, true);

  LayerTree(Path root, LowerLayers lower) throws SyscallException {
    this.lower = lower;
    this.root = Fd.directory(root);
  }

  /** The descriptor of a directory, which is made where it is missing. Good until the next call. */
  Fd directory(List<String> path) throws IOException {
    return open(resolve(path));
  }

  /** The path without links that a path means; what is missing of it is made. */
  List<String> resolve(List<String> path) throws IOException {
    if (path.isEmpty() || open.containsKey(path)) {
      return path;
    }
    Deque<String> ahead = new ArrayDeque<>(path);
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
      if (behind.size() == MAX_DEPTH) {
        throw new LayerException("a path is deeper than " + MAX_DEPTH + " directories");
      }
      Optional<String> link = enter(behind, name);
      if (link.isEmpty()) {
        behind.add(name);
        continue;
      }
      if (++links > MAX_LINKS) {
        throw new LayerException(
            "path " + LayerPath.quote(String.join("/", path)) + " is a loop of links");
      }
      if (link.get().startsWith("/")) {
        behind.clear();
      }
      LayerPath.parts(link.get()).reversed().forEach(ahead::push);
    }
    return List.copyOf(behind);
  }

  /** Makes sure that there is a directory of this name; the target where it is a link instead. */
  private Optional<String> enter(List<String> parent, String name) throws IOException {
    List<String> path = new ArrayList<>(parent);
    path.add(name);
    if (open.containsKey(path)) {
      return Optional.empty();
    }
    Fd directory = open(List.copyOf(parent));
    Stat status;
    try {
      status = directory.statAt(name);
    } catch (SyscallException e) {
      if (e.errno() != Errno.ENOENT) {
        throw e;
      }
      return implied(directory, path);
    }
    if (status.isSymlink()) {
      return Optional.of(Links.target(directory, name));
    }
    if (!status.isDirectory()) {
      throw new LayerException(
          "path " + LayerPath.quote(String.join("/", path)) + " leads through a file");
    }
    return Optional.empty();
  }

  /** A directory that the layer uses without saying so: as the layers below have it. */
  private Optional<String> implied(Fd directory, List<String> path) throws IOException {
    Optional<LowerLayers.Found> below = lower.find(path);
    if (below.isPresent() && below.get().status().isSymlink()) {
      return Optional.of(below.get().linkTarget());
    }
    String name = path.getLast();
    directory.makeDirectoryAt(name, 0755);
    try (Fd made = enter(directory, name)) {
      if (below.isPresent() && below.get().status().isDirectory()) {
        Stat status = below.get().status();
        made.chown(status.uid(), status.gid());
        made.chmod(status.permissions());
      } else {
        made.chmod(0755);
      }
    }
    return Optional.empty();
  }

  /** Opens a path that is known to be directories only. */
  private Fd open(List<String> path) throws SyscallException {
    if (path.isEmpty()) {
      return root;
    }
    Fd known = open.get(path);
    if (known != null) {
      return known;
    }
    Fd parent = open(path.subList(0, path.size() - 1));
    Fd opened = enter(parent, path.getLast());
    open.put(List.copyOf(path), opened);
    if (open.size() > MAX_OPEN) {
      Map.Entry<List<String>, Fd> eldest = open.entrySet().iterator().next();
      open.remove(eldest.getKey());
      eldest.getValue().close();
    }
    return opened;
  }

  private static Fd enter(Fd directory, String name) throws SyscallException {
    return directory.openAt(name, OpenFlags.READ | OpenFlags.DIRECTORY, 0);
  }

  /** Forgets a directory that was replaced, and all below it. */
  void forget(List<String> path) {
    open.entrySet()
        .removeIf(
            each -> {
              List<String> key = each.getKey();
              boolean below = key.size() >= path.size() && key.subList(0, path.size()).equals(path);
              if (below) {
                each.getValue().close();
              }
              return below;
            });
  }

  @Override
  public void close() {
    open.values().forEach(Fd::close);
    root.close();
  }
}

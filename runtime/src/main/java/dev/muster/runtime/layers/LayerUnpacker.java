package dev.muster.runtime.layers;

import dev.muster.linux.Errno;
import dev.muster.linux.ExtendedAttributes;
import dev.muster.linux.Fd;
import dev.muster.linux.FileOutput;
import dev.muster.linux.FileTimes;
import dev.muster.linux.Links;
import dev.muster.linux.OpenFlags;
import dev.muster.linux.Stat;
import dev.muster.linux.SyscallException;
import dev.muster.runtime.layers.TarEntry.Extent;
import dev.muster.runtime.layers.TarEntry.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Unpacks one layer into an empty directory, in the form an overlay file system reads: owners,
 * modes, times and extended attributes as the layer says, deletions as the overlay's own marks.
 */
public final class LayerUnpacker {
  /** The most a layer may hold; beyond it is an attack. */
  public record Limits(long bytes, long members) {
    public static final Limits DEFAULT = new Limits(64L << 30, 5_000_000);
  }

  private static final String WHITEOUT = ".wh.";
  private static final String OPAQUE_MARK = ".wh..wh..opq";
  private static final int NEW_FILE = OpenFlags.WRITE | OpenFlags.CREATE | OpenFlags.EXCLUSIVE;
  private static final int FIFO = 0010000;
  private static final int CHARACTER_DEVICE = 0020000;
  private static final int BLOCK_DEVICE = 0060000;
  private static final byte[] YES = {'y'};

  private final DeviceNodes devices;
  private final Limits limits;

  public LayerUnpacker(DeviceNodes devices, Limits limits) {
    this.devices = devices;
    this.limits = limits;
  }

  /**
   * Unpacks.
   *
   * @param into an empty directory
   * @param below the unpacked layers under this one, the topmost first
   */
  public void unpack(InputStream tar, Path into, List<Path> below) throws IOException {
    try (Run run = new Run(into, new LowerLayers(below))) {
      run.inheritRoot();
      TarReader reader = new TarReader(new BoundedInput(tar, limits));
      for (TarEntry entry = reader.next(); entry != null; entry = reader.next()) {
        run.member(entry, reader);
      }
      run.settleDirectories();
    }
  }

  private final class Run implements AutoCloseable {
    private final FileOutput output = new FileOutput();
    private final LowerLayers lower;
    private final LayerTree tree;
    private final byte[] buffer = new byte[1 << 17];

    /** Directories get their times when nothing is added to them any more. */
    private final Map<List<String>, long[]> times = new LinkedHashMap<>();

    private long bytes;
    private long members;

    Run(Path root, LowerLayers lower) throws SyscallException {
      this.lower = lower;
      this.tree = new LayerTree(root, lower);
    }

    /** A layer that says nothing of its root has that of the layer below. */
    void inheritRoot() throws IOException {
      Fd root = tree.directory(List.of());
      var below = lower.find(List.of());
      root.chmod(below.isEmpty() ? 0755 : below.get().status().permissions());
      if (below.isPresent()) {
        root.chown(below.get().status().uid(), below.get().status().gid());
      }
    }

    void member(TarEntry entry, TarReader content) throws IOException {
      if (++members > limits.members()) {
        throw new LayerException("the layer has more than " + limits.members() + " members");
      }
      List<String> path = LayerPath.of(entry.name(), "member");
      if (path.isEmpty()) {
        if (entry.kind() == Kind.DIRECTORY) {
          describe(tree.directory(path), entry);
          times.put(List.of(), new long[] {entry.seconds(), entry.nanos()});
        }
        return;
      }
      List<String> parent = tree.resolve(path.subList(0, path.size() - 1));
      String name = path.getLast();
      if (name.startsWith(WHITEOUT)) {
        whiteout(parent, name);
        return;
      }
      if (entry.kind() == Kind.DIRECTORY) {
        directory(parent, name, entry);
        return;
      }
      Fd directory = clear(parent, name);
      switch (entry.kind()) {
        case FILE -> file(directory, name, entry, content);
        case LINK -> link(directory, name, entry);
        case HARD_LINK -> hardLink(parent, name, entry);
        case FIFO -> node(directory, name, entry, FIFO);
        case CHARACTER_DEVICE -> device(directory, name, entry, CHARACTER_DEVICE);
        case BLOCK_DEVICE -> device(directory, name, entry, BLOCK_DEVICE);
        case DIRECTORY -> throw new IllegalStateException();
      }
    }

    private void whiteout(List<String> parent, String name) throws IOException {
      Fd directory = tree.directory(parent);
      if (name.equals(OPAQUE_MARK)) {
        ExtendedAttributes.set(directory, LowerLayers.OPAQUE, YES);
        return;
      }
      if (name.startsWith(WHITEOUT + WHITEOUT)) {
        return;
      }
      String gone = name.substring(WHITEOUT.length());
      if (gone.isEmpty() || gone.equals(".") || gone.equals("..")) {
        throw new LayerException("deletion mark " + LayerPath.quote(name) + " names no file");
      }
      Stat there = status(directory, gone);
      if (there == null) {
        directory.makeNodeAt(gone, CHARACTER_DEVICE, 0);
      } else if (there.isDirectory()) {
        opaque(directory, gone);
      }
    }

    private void opaque(Fd directory, String name) throws IOException {
      try (Fd opened = directory.openAt(name, OpenFlags.READ | OpenFlags.DIRECTORY, 0)) {
        ExtendedAttributes.set(opened, LowerLayers.OPAQUE, YES);
      }
    }

    private void directory(List<String> parent, String name, TarEntry entry) throws IOException {
      Fd directory = tree.directory(parent);
      Stat there = status(directory, name);
      boolean whiteout = there != null && LowerLayers.isWhiteout(there);
      if (there != null && !there.isDirectory()) {
        directory.unlinkAt(name);
        there = null;
      }
      if (there == null) {
        directory.makeDirectoryAt(name, 0700);
      }
      if (whiteout) {
        opaque(directory, name);
      }
      List<String> path = new ArrayList<>(parent);
      path.add(name);
      describe(tree.directory(List.copyOf(path)), entry);
      times.put(List.copyOf(path), new long[] {entry.seconds(), entry.nanos()});
    }

    /** Takes away what an earlier member of the layer left under the name. */
    private Fd clear(List<String> parent, String name) throws IOException {
      Fd directory = tree.directory(parent);
      Stat there = status(directory, name);
      if (there == null) {
        return directory;
      }
      if (!there.isDirectory()) {
        directory.unlinkAt(name);
        return directory;
      }
      List<String> path = new ArrayList<>(parent);
      path.add(name);
      tree.forget(path);
      times
          .keySet()
          .removeIf(
              each -> each.size() >= path.size() && each.subList(0, path.size()).equals(path));
      try {
        directory.removeDirectoryAt(name);
      } catch (SyscallException e) {
        if (e.errno() != Errno.ENOTEMPTY) {
          throw e;
        }
        throw new LayerException(
            "member "
                + LayerPath.quote(String.join("/", path))
                + " replaces a directory with files");
      }
      return directory;
    }

    private void file(Fd directory, String name, TarEntry entry, TarReader content)
        throws IOException {
      try (Fd file = directory.openAt(name, NEW_FILE, 0600)) {
        if (entry.sparse()) {
          for (Extent extent : entry.extents()) {
            copy(content, file, extent.offset(), extent.length());
          }
          output.resize(file, entry.size());
        } else {
          copy(content, file, 0, entry.size());
        }
        describe(file, entry);
        FileTimes.set(file, entry.seconds(), entry.nanos());
      }
    }

    private void copy(TarReader content, Fd file, long offset, long length) throws IOException {
      long done = 0;
      while (done < length) {
        int count = content.read(buffer, 0, (int) Math.min(buffer.length, length - done));
        if (count < 0) {
          throw new LayerException("a sparse file has less content than its map says");
        }
        bytes += count;
        if (bytes > limits.bytes()) {
          throw new LayerException("the layer holds more than " + limits.bytes() + " bytes");
        }
        output.write(file, buffer, count, offset + done);
        done += count;
      }
    }

    private void link(Fd directory, String name, TarEntry entry) throws IOException {
      if (entry.linkTarget().isEmpty() || entry.linkTarget().length() > 4095) {
        throw new LayerException("link " + LayerPath.quote(entry.name()) + " has no usable target");
      }
      directory.symlinkAt(entry.linkTarget(), name);
      directory.chownAt(name, (int) entry.uid(), (int) entry.gid());
      FileTimes.setAt(directory, name, entry.seconds(), entry.nanos());
    }

    private void hardLink(List<String> parent, String name, TarEntry entry) throws IOException {
      List<String> target = LayerPath.of(entry.linkTarget(), "hard link target");
      if (target.isEmpty()) {
        throw new LayerException("hard link " + LayerPath.quote(entry.name()) + " has no target");
      }
      List<String> from = tree.resolve(target.subList(0, target.size() - 1));
      Stat there = status(tree.directory(from), target.getLast());
      if (there == null || there.isDirectory() || LowerLayers.isWhiteout(there)) {
        throw new LayerException(
            "hard link %s: no file %s before it in the layer"
                .formatted(LayerPath.quote(entry.name()), LayerPath.quote(entry.linkTarget())));
      }
      Fd source = tree.directory(from);
      Links.hard(source, target.getLast(), tree.directory(parent), name);
    }

    private void device(Fd directory, String name, TarEntry entry, int kind) throws IOException {
      switch (devices) {
        case SKIP -> {}
        case REFUSE ->
            throw new LayerException(
                "device node " + LayerPath.quote(entry.name()) + " is not allowed");
        case CREATE -> {
          if (entry.major() == 0 && entry.minor() == 0) {
            throw new LayerException(
                "device node " + LayerPath.quote(entry.name()) + " stands for a deletion");
          }
          node(directory, name, entry, kind);
        }
      }
    }

    private void node(Fd directory, String name, TarEntry entry, int kind) throws IOException {
      directory.makeNodeAt(name, kind | 0600, Stat.node(entry.major(), entry.minor()));
      directory.chownAt(name, (int) entry.uid(), (int) entry.gid());
      try (Fd node = directory.openAt(name, OpenFlags.PATH, 0)) {
        node.chmodByPath(entry.mode());
      }
      FileTimes.setAt(directory, name, entry.seconds(), entry.nanos());
    }

    /** Owner first: changing it takes the set-user-ID bits away. */
    private void describe(Fd file, TarEntry entry) throws IOException {
      file.chown((int) entry.uid(), (int) entry.gid());
      for (Map.Entry<String, byte[]> each : entry.attributes().entrySet()) {
        attribute(file, each.getKey(), each.getValue());
      }
      file.chmod(entry.mode());
    }

    /** The overlay's own marks are ours to set; what the file system cannot hold is left out. */
    private void attribute(Fd file, String name, byte[] value) throws IOException {
      if (!name.startsWith("user.") && !name.startsWith("security.capability")) {
        return;
      }
      try {
        ExtendedAttributes.set(file, name, value);
      } catch (SyscallException e) {
        if (e.errno() != Errno.EOPNOTSUPP) {
          throw e;
        }
      }
    }

    private @Nullable Stat status(Fd directory, String name) throws IOException {
      try {
        return directory.statAt(name);
      } catch (SyscallException e) {
        if (e.errno() != Errno.ENOENT) {
          throw e;
        }
        return null;
      }
    }

    void settleDirectories() throws IOException {
      for (Map.Entry<List<String>, long[]> each : times.entrySet()) {
        Fd directory = tree.directory(each.getKey());
        FileTimes.set(directory, each.getValue()[0], (int) each.getValue()[1]);
      }
    }

    @Override
    public void close() {
      tree.close();
      output.close();
    }
  }
}

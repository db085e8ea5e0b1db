package dev.muster.runtime.images;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.go.GoText;
import dev.muster.linux.DirectoryTrees;
import dev.muster.linux.DiskUsage;
import dev.muster.linux.DiskUsageMeter;
import dev.muster.linux.MountTable;
import dev.muster.linux.Mounts;
import dev.muster.runtime.layers.DeviceNodes;
import dev.muster.runtime.layers.LayerUnpacker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Snapshots on overlayfs: an image's layers below, a directory of its own above. Needs root. */
public final class OverlaySnapshots implements Snapshots {
  private static final Pattern KEY = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,254}");
  private static final String RECORD = "snapshot.json";

  private final ImageStore store;
  private final Path directory;
  private final UnpackedLayers layers;
  private final DiskUsageMeter meter = new DiskUsageMeter();
  private final Map<String, Object> locks = new ConcurrentHashMap<>();

  public OverlaySnapshots(ImageStore store) throws IOException {
    this(store, new LayerUnpacker(DeviceNodes.SKIP, LayerUnpacker.Limits.DEFAULT));
  }

  OverlaySnapshots(ImageStore store, LayerUnpacker unpacker) throws IOException {
    this.store = store;
    this.directory = Files.createDirectories(store.root().resolve("snapshots"));
    this.layers = new UnpackedLayers(store, unpacker);
  }

  /** Unpacks an image ahead of its first container. */
  public void unpack(Image image) throws IOException {
    List<Path> unused = store.garbage().shared(() -> layers.unpack(image));
  }

  @Override
  public Path prepare(String key, Image image) throws IOException {
    Path home = home(key);
    synchronized (locks.computeIfAbsent(key, each -> new Object())) {
      if (!Files.isDirectory(home)) {
        store.garbage().shared(() -> make(home, image));
      } else if (!record(home).path("image").asText().equals(image.id().text())) {
        throw new ImageException("container " + key + " has a snapshot of another image already");
      }
      return mounted(home);
    }
  }

  private Path make(Path home, Image image) throws IOException {
    List<Path> topFirst = layers.unpack(image);
    Path draft = Files.createTempDirectory(directory, ".draft-");
    try {
      Path upper = Files.createDirectory(draft.resolve("upper"));
      Files.createDirectory(draft.resolve("work"));
      Files.createDirectory(draft.resolve("root"));
      Files.createDirectory(draft.resolve("empty"));
      if (!topFirst.isEmpty()) {
        copyOwnerAndMode(topFirst.getFirst(), upper);
      } else {
        Files.setPosixFilePermissions(
            upper, java.nio.file.attribute.PosixFilePermissions.fromString("rwxr-xr-x"));
      }
      ObjectNode record = Json.object().put("image", image.id().text());
      UnpackedLayers.chain(image).reversed().forEach(record.putArray("layers")::add);
      // a power failure may tear it, and ends the container, too
      Files.write(draft.resolve(RECORD), Json.bytes(record));
      Files.move(draft, home, StandardCopyOption.ATOMIC_MOVE);
      return home;
    } finally {
      if (Files.exists(draft)) {
        DirectoryTrees.remove(draft);
      }
    }
  }

  private static void copyOwnerAndMode(Path from, Path to) throws IOException {
    PosixFileAttributes found = Files.readAttributes(from, PosixFileAttributes.class);
    PosixFileAttributeView view = Files.getFileAttributeView(to, PosixFileAttributeView.class);
    view.setOwner(found.owner());
    view.setGroup(found.group());
    Files.setAttribute(to, "unix:mode", Files.getAttribute(from, "unix:mode"));
  }

  /** The root of a snapshot, mounted now if it was not. */
  private Path mounted(Path home) throws IOException {
    Path root = home.resolve("root");
    if (MountTable.isMountPoint(root)) {
      return root;
    }
    List<String> lower = new ArrayList<>();
    record(home).path("layers").forEach(each -> lower.add(layers.path(each.asText()).toString()));
    if (lower.isEmpty()) {
      lower.add(home.resolve("empty").toString());
    }
    try (OverlayOptions options =
        OverlayOptions.of(lower, home.resolve("upper"), home.resolve("work"))) {
      Mounts.mount("overlay", root, "overlay", 0, options.text());
    }
    return root;
  }

  @Override
  public Optional<Path> root(String key) throws IOException {
    Path home = home(key);
    return Files.isDirectory(home) ? Optional.of(mounted(home)) : Optional.empty();
  }

  @Override
  public void unmount(String key) throws IOException {
    synchronized (locks.computeIfAbsent(key, each -> new Object())) {
      unmountAll(home(key));
    }
  }

  @Override
  public DiskUsage usage(String key) throws IOException {
    Path upper = home(key).resolve("upper");
    return meter.of(upper);
  }

  @Override
  public void remove(String key) throws IOException {
    Path home = home(key);
    synchronized (locks.computeIfAbsent(key, each -> new Object())) {
      if (Files.isDirectory(home)) {
        unmountAll(home);
        Path gone = Files.createTempDirectory(directory, ".gone-");
        Files.move(home, gone.resolve("it"));
        DirectoryTrees.remove(gone);
      }
      locks.remove(key);
    }
  }

  @Override
  public List<String> keys() throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      return all.map(each -> each.getFileName().toString())
          .filter(name -> KEY.matcher(name).matches())
          .sorted()
          .toList();
    }
  }

  /** What all containers wrote. */
  public DiskUsage containerUsage() throws IOException {
    DiskUsage all = DiskUsage.NONE;
    for (String key : keys()) {
      all = all.plus(usage(key));
    }
    return all;
  }

  /** What images take on disk: their content and their unpacked layers. */
  public DiskUsage imageUsage() throws IOException {
    return meter.of(store.root().resolve("blobs")).plus(meter.of(layers.directory()));
  }

  /**
   * Deletes all content and layers that neither an image nor a snapshot needs, and what killed
   * processes left behind. Waits for pulls that are under way.
   */
  public void collectGarbage() throws IOException {
    store.garbage().alone(this::sweep);
  }

  /** As {@link #collectGarbage}, unless a pull is under way: the next collection will do. */
  public boolean collectGarbageIfIdle() throws IOException {
    return store.garbage().aloneIfFree(this::sweep);
  }

  private boolean sweep() throws IOException {
    Set<String> wanted = new HashSet<>();
    for (Image image : store.list()) {
      wanted.addAll(UnpackedLayers.chain(image));
    }
    for (String key : keys()) {
      Path home = home(key);
      if (isWhole(home)) {
        record(home).path("layers").forEach(each -> wanted.add(each.asText()));
      }
    }
    store.content().sweep(store.needed());
    layers.sweep(wanted);
    List<Path> left;
    try (Stream<Path> all = Files.list(directory)) {
      left = all.filter(each -> each.getFileName().toString().startsWith(".")).toList();
    }
    for (Path each : left) {
      unmountAll(each);
      DirectoryTrees.remove(each);
    }
    return true;
  }

  private static void unmountAll(Path top) throws IOException {
    for (String each : MountTable.atOrBelow(top)) {
      Mounts.detach(each);
    }
  }

  private static boolean isWhole(Path home) throws IOException {
    Path record = home.resolve(RECORD);
    return Files.isRegularFile(record) && Files.size(record) > 0;
  }

  private static JsonNode record(Path home) throws IOException {
    if (!isWhole(home)) {
      throw new ImageException(
          "the snapshot of " + home.getFileName() + " is not whole: remove its container");
    }
    return Json.read(Files.readAllBytes(home.resolve(RECORD)), "record of a snapshot");
  }

  private Path home(String key) throws ImageException {
    if (!KEY.matcher(key).matches()) {
      throw new ImageException("a container id cannot be " + GoText.brief(key));
    }
    return directory.resolve(key);
  }
}

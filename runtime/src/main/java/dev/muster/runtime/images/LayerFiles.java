package dev.muster.runtime.images;

import dev.muster.identity.IdentityException;
import dev.muster.identity.ImageFiles;
import dev.muster.runtime.layers.LayerStream;
import dev.muster.runtime.layers.TarEntry;
import dev.muster.runtime.layers.TarReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Files of an image read from its layers, without unpacking it: for small files, and without root.
 */
public final class LayerFiles implements ImageFiles {
  private static final int MAX_FILE = 17 << 20;
  private static final int MAX_LINKS = 40;

  private final ImageStore store;
  private final List<Layer> topFirst;

  public LayerFiles(ImageStore store, Image image) {
    this.store = store;
    this.topFirst = image.layers().reversed();
  }

  /** What a layer says of a path. */
  private sealed interface Answer {
    record Content(ByteArrayInputStream bytes) implements Answer {}

    record GoTo(String path) implements Answer {}

    record Other() implements Answer {}

    record Gone() implements Answer {}

    record Nothing() implements Answer {}
  }

  @Override
  public @Nullable InputStream open(String path) throws IOException, IdentityException {
    String wanted = clean(path);
    for (int links = 0; links <= MAX_LINKS; links++) {
      Answer answer = ask(wanted);
      switch (answer) {
        case Answer.Content content -> {
          return content.bytes();
        }
        case Answer.GoTo link -> wanted = link.path();
        case Answer.Other other ->
            throw new IdentityException("the image's " + path + " is not a regular file");
        case Answer.Gone gone -> {
          return null;
        }
        case Answer.Nothing nothing -> {
          return null;
        }
      }
    }
    throw new IdentityException("the image's " + path + " is a loop of links");
  }

  private Answer ask(String wanted) throws IOException {
    for (Layer layer : topFirst) {
      Answer answer = ask(layer, wanted);
      if (!(answer instanceof Answer.Nothing)) {
        return answer;
      }
    }
    return new Answer.Nothing();
  }

  /** The last member that speaks of the path counts; a deletion only where none has it. */
  private Answer ask(Layer layer, String wanted) throws IOException {
    Answer found = new Answer.Nothing();
    boolean gone = false;
    try (InputStream in = LayerStream.plain(store.layer(layer))) {
      TarReader tar = new TarReader(in);
      for (TarEntry each = tar.next(); each != null; each = tar.next()) {
        String name = clean(each.name());
        if (name.equals(wanted)) {
          found = exactly(each, tar);
        } else if (wanted.startsWith(name + "/") && each.kind() == TarEntry.Kind.LINK) {
          found =
              new Answer.GoTo(target(name, each.linkTarget()) + wanted.substring(name.length()));
        } else {
          gone |= hides(name, wanted);
        }
      }
    }
    return found instanceof Answer.Nothing && gone ? new Answer.Gone() : found;
  }

  private static Answer exactly(TarEntry entry, TarReader tar) throws IOException {
    return switch (entry.kind()) {
      case FILE -> new Answer.Content(new ByteArrayInputStream(read(tar)));
      case LINK -> new Answer.GoTo(target(clean(entry.name()), entry.linkTarget()));
      case HARD_LINK -> new Answer.GoTo(clean(entry.linkTarget()));
      case DIRECTORY, CHARACTER_DEVICE, BLOCK_DEVICE, FIFO -> new Answer.Other();
    };
  }

  /** Whether a member is the deletion of a path or of a directory above it. */
  private static boolean hides(String name, String wanted) {
    int slash = name.lastIndexOf('/');
    String parent = slash < 0 ? "" : name.substring(0, slash + 1);
    String last = name.substring(slash + 1);
    if (!last.startsWith(".wh.") || !wanted.startsWith(parent)) {
      return false;
    }
    if (last.equals(".wh..wh..opq")) {
      return true;
    }
    String gone = parent + last.substring(4);
    return wanted.equals(gone) || wanted.startsWith(gone + "/");
  }

  private static byte[] read(TarReader tar) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] buffer = new byte[8192];
    int count = tar.read(buffer, 0, buffer.length);
    while (count >= 0 && out.size() < MAX_FILE) {
      out.write(buffer, 0, count);
      count = tar.read(buffer, 0, buffer.length);
    }
    return out.toByteArray();
  }

  private static String target(String name, String link) {
    return clean(link.startsWith("/") ? link : name + "/../" + link);
  }

  private static String clean(String name) {
    return Path.of("/" + name.replace('\0', ' ')).normalize().toString().substring(1);
  }
}

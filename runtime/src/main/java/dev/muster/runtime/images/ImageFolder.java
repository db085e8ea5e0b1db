package dev.muster.runtime.images;

import dev.muster.base.go.GoText;
import dev.muster.runtime.layers.LayerStream;
import dev.muster.runtime.layers.TarEntry;
import dev.muster.runtime.layers.TarReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The files of an archive or a layout by their names in it. An archive is read once: its files go
 * into the store under their digests, where what no image needs is collected later.
 */
abstract class ImageFolder implements AutoCloseable {
  private static final int MAX_FILES = 100_000;

  abstract boolean has(String name);

  abstract InputStream open(String name) throws IOException;

  byte[] read(String name, int max) throws IOException {
    try (InputStream in = open(name)) {
      byte[] bytes = in.readNBytes(max + 1);
      if (bytes.length > max) {
        throw new ImageException(GoText.brief(name) + " is larger than " + max + " bytes");
      }
      return bytes;
    }
  }

  @Override
  public void close() {}

  static ImageFolder layout(Path directory) {
    return new ImageFolder() {
      @Override
      boolean has(String name) {
        return Files.isRegularFile(directory.resolve(name), LinkOption.NOFOLLOW_LINKS);
      }

      @Override
      InputStream open(String name) throws IOException {
        Path path = directory.resolve(name).normalize();
        if (!path.startsWith(directory.normalize()) || !has(name)) {
          throw new ImageException("there is no file " + GoText.brief(name) + " in it");
        }
        return Files.newInputStream(path);
      }
    };
  }

  static ImageFolder archive(Path file, ContentStore content) throws IOException {
    Map<String, Digest> files = new HashMap<>();
    Map<String, String> links = new HashMap<>();
    try (InputStream in = LayerStream.plain(Files.newInputStream(file))) {
      TarReader tar = new TarReader(in);
      for (TarEntry each = tar.next(); each != null; each = tar.next()) {
        if (files.size() + links.size() == MAX_FILES) {
          throw new ImageException("there are more than " + MAX_FILES + " files in it");
        }
        String name = clean(each.name());
        switch (each.kind()) {
          case FILE -> files.put(name, content.put(member(tar)));
          case LINK -> links.put(name, clean(name + "/../" + each.linkTarget()));
          case HARD_LINK -> links.put(name, clean(each.linkTarget()));
          case DIRECTORY, CHARACTER_DEVICE, BLOCK_DEVICE, FIFO -> {}
        }
      }
    }
    return new ImageFolder() {
      @Override
      boolean has(String name) {
        return files.containsKey(followed(name));
      }

      @Override
      InputStream open(String name) throws IOException {
        Digest digest = files.get(followed(name));
        if (digest == null) {
          throw new ImageException("there is no file " + GoText.brief(name) + " in it");
        }
        return content.open(digest);
      }

      private String followed(String name) {
        String clean = clean(name);
        return links.getOrDefault(clean, clean);
      }
    };
  }

  private static String clean(String name) {
    return Path.of("/" + name.replace('\0', ' ')).normalize().toString().substring(1);
  }

  private static InputStream member(TarReader tar) {
    return new InputStream() {
      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
      }

      @Override
      public int read(byte[] into, int offset, int length) throws IOException {
        return length == 0 ? 0 : tar.read(into, offset, length);
      }
    };
  }
}

package dev.muster.runtime.images;

import dev.muster.linux.Fd;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The options of an overlay mount. The kernel takes no more than a page of them, so where the
 * layers' paths are too long together they are named by descriptors, which this keeps open.
 */
final class OverlayOptions implements AutoCloseable {
  private static final int PAGE = 4000;

  private final List<Fd> open = new ArrayList<>();
  private String text = "";

  private OverlayOptions() {}

  static OverlayOptions of(List<String> topFirst, Path upper, Path work) throws IOException {
    OverlayOptions options = new OverlayOptions();
    options.text = text(topFirst, upper.toString(), work.toString());
    if (options.text.length() <= PAGE) {
      return options;
    }
    try {
      List<String> names = new ArrayList<>();
      for (String each : topFirst) {
        names.add(options.descriptor(each));
      }
      options.text =
          text(names, options.descriptor(upper.toString()), options.descriptor(work.toString()));
      return options;
    } catch (IOException e) {
      options.close();
      throw e;
    }
  }

  private static String text(List<String> lower, String upper, String work) {
    StringBuilder text = new StringBuilder("lowerdir=");
    for (int i = 0; i < lower.size(); i++) {
      text.append(i == 0 ? "" : ":").append(escape(lower.get(i)));
    }
    return text.append(",upperdir=")
        .append(escape(upper))
        .append(",workdir=")
        .append(escape(work))
        .toString();
  }

  private static String escape(String path) {
    return path.replace("\\", "\\\\").replace(":", "\\:").replace(",", "\\,");
  }

  private String descriptor(String path) throws IOException {
    Fd fd = Fd.directory(Path.of(path));
    open.add(fd);
    return fd.asPath().toString();
  }

  String text() {
    return text;
  }

  @Override
  public void close() {
    open.forEach(Fd::close);
  }
}

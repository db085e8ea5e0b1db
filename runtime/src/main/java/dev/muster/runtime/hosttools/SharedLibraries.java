package dev.muster.runtime.hosttools;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The libraries, and the loader, that programs of this host start with. */
public final class SharedLibraries {
  private SharedLibraries() {}

  /** Asks the host's own loader. Scripts and static programs need none. */
  static Set<Path> of(Collection<Path> programs) throws IOException {
    return of(programs, List.of());
  }

  /**
   * The same for programs that bring libraries of their own.
   *
   * @param folders where libraries are looked for first
   */
  public static Set<Path> of(Collection<Path> programs, List<Path> folders) throws IOException {
    List<String> command = new ArrayList<>(List.of("ldd"));
    for (Path each : new TreeSet<>(programs)) {
      if (isElf(each)) {
        command.add(each.toString());
      }
    }
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
    if (!folders.isEmpty()) {
      List<String> names = folders.stream().map(Path::toString).toList();
      builder.environment().put("LD_LIBRARY_PATH", String.join(":", names));
    }
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    Set<Path> found = new TreeSet<>();
    for (String line : output.split("\n")) {
      if (!line.startsWith("\t") || line.contains("linux-vdso") || line.contains("statically")) {
        continue;
      }
      String text = line.strip();
      if (text.endsWith("=> not found")) {
        throw new IOException("this host's programs need a library it does not have: " + text);
      }
      int arrow = text.indexOf("=> ");
      String path = arrow < 0 ? text : text.substring(arrow + 3);
      int blank = path.indexOf(" (");
      found.add(Path.of(blank < 0 ? path : path.substring(0, blank)));
    }
    return found;
  }

  private static boolean isElf(Path program) throws IOException {
    try (var in = Files.newInputStream(program)) {
      byte[] magic = in.readNBytes(4);
      return magic.length == 4 && magic[0] == 0x7f && magic[1] == 'E' && magic[2] == 'L';
    }
  }
}

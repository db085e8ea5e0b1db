package dev.muster.linux;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The mounts that this process sees, oldest first. */
public record MountTable(List<Entry> entries) {
  private static final Pattern OCTAL = Pattern.compile("\\\\([0-7]{3})");

  /** One line of mountinfo; {@code root} is the part of the file system that is shown. */
  public record Entry(long id, String root, String target, String type, String source) {}

  public MountTable {
    entries = List.copyOf(entries);
  }

  public static MountTable read() throws IOException {
    return parse(Files.readString(Path.of("/proc/self/mountinfo"), StandardCharsets.UTF_8));
  }

  static MountTable parse(String mountinfo) {
    List<Entry> entries = new ArrayList<>();
    mountinfo.lines().forEach(line -> entries.add(entry(line)));
    return new MountTable(entries);
  }

  private static Entry entry(String line) {
    String[] halves = line.split(" - ", 2);
    String[] first = halves[0].split(" ");
    String[] second = halves[1].split(" ");
    return new Entry(
        Long.parseLong(first[0]),
        unescape(first[3]),
        unescape(first[4]),
        second[0],
        unescape(second[1]));
  }

  private static String unescape(String text) {
    return OCTAL
        .matcher(text)
        .replaceAll(
            m -> Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(m.group(1), 8))));
  }

  /** The mounts at a path or below it, those to be removed first in front. */
  public List<String> atOrBelow(Path directory) {
    String path = directory.toAbsolutePath().normalize().toString();
    return entries.reversed().stream()
        .map(Entry::target)
        .filter(target -> target.equals(path) || target.startsWith(path + "/"))
        .toList();
  }

  public boolean isMountPoint(Path path) {
    String target = path.toAbsolutePath().normalize().toString();
    return entries.stream().anyMatch(entry -> entry.target().equals(target));
  }
}

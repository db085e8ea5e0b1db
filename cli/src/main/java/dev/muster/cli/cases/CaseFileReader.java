package dev.muster.cli.cases;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.base.go.GoText;
import dev.muster.model.codec.DecodeException;
import dev.muster.model.codec.Yaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads files of cases; everything that is wrong in them is told at once. */
final class CaseFileReader {
  static final String API_VERSION = "muster.dev/v1";
  static final String KIND = "AccessCases";
  private static final long MAX_FILE = 16 << 20;
  private static final int MOST_CASES = 10_000;
  private static final int MOST_PROBLEMS = 50;

  private final List<String> problems = new ArrayList<>();
  private final List<AccessCase> cases = new ArrayList<>();
  private final Map<String, CaseImage> images = new LinkedHashMap<>();

  private CaseFileReader() {}

  static CaseFile read(List<Path> files) throws WrongFilesException, IOException {
    CaseFileReader reader = new CaseFileReader();
    for (Path file : files) {
      reader.file(file);
    }
    List<String> wrong = reader.problems;
    if (!wrong.isEmpty()) {
      int more = wrong.size() - MOST_PROBLEMS;
      List<String> told = new ArrayList<>(wrong.subList(0, Math.min(wrong.size(), MOST_PROBLEMS)));
      if (more > 0) {
        told.add("and " + more + " more");
      }
      throw new WrongFilesException(told);
    }
    return new CaseFile(reader.cases, reader.images);
  }

  private void file(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      problems.add(file + ": no such file");
    } else if (Files.size(file) > MAX_FILE) {
      problems.add(file + ": larger than " + (MAX_FILE >> 20) + " MiB");
    } else {
      try {
        Yaml.Document document = Yaml.read(Files.readAllBytes(file));
        document.duplicates().forEach(twice -> problems.add(file + ": " + twice));
        top(file, document.tree());
      } catch (DecodeException e) {
        problems.add(file + ": " + e.getMessage());
      }
    }
  }

  private void top(Path file, JsonNode tree) {
    StrictFields top = new StrictFields(file.toString(), tree, problems);
    if (!API_VERSION.equals(top.text("apiVersion")) || !KIND.equals(top.text("kind"))) {
      problems.add(file + ": must be of apiVersion " + API_VERSION + " and kind " + KIND);
      return;
    }
    CaseReader reader = new CaseReader(file, top.any("defaults"), problems);
    JsonNode described = top.any("images");
    if (!described.isMissingNode() && !described.isObject()) {
      top.wrong("images", "must be a map");
    }
    described
        .properties()
        .forEach(
            entry ->
                images.put(
                    entry.getKey(), image(file + ": images", entry.getKey(), entry.getValue())));
    List<JsonNode> rows = top.list("cases");
    top.end();
    if (rows == null || rows.isEmpty()) {
      problems.add(file + ": cases: there must be one");
      return;
    }
    if (rows.size() + cases.size() > MOST_CASES) {
      problems.add(file + ": more than " + MOST_CASES + " cases");
      return;
    }
    for (int i = 0; i < rows.size(); i++) {
      reader.read(i, rows.get(i)).ifPresent(cases::add);
    }
  }

  private CaseImage image(String place, String name, JsonNode tree) {
    StrictFields fields = new StrictFields(place + "[" + GoText.brief(name) + "]", tree, problems);
    String user = fields.text("user");
    CaseImage image =
        new CaseImage(user == null ? "" : user, fields.text("passwd"), fields.text("group"));
    fields.end();
    return image;
  }
}

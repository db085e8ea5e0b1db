package dev.muster.cli.cases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.access.question.Question;
import dev.muster.authz.User;
import dev.muster.base.ServiceAccountName;
import dev.muster.base.Spelling;
import dev.muster.base.go.GoText;
import dev.muster.cli.manifests.ManifestFiles;
import dev.muster.model.names.Names;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads one case after the other; what a case leaves out is as the defaults of its file say. */
final class CaseReader {
  private static final List<String> VERDICTS = List.of("allowed", "refused");

  private final Path file;
  private final List<String> problems;
  private final @Nullable String as;
  private final List<String> groups;
  private final String namespace;

  CaseReader(Path file, JsonNode defaults, List<String> problems) {
    this.file = file;
    this.problems = problems;
    StrictFields fields = new StrictFields(file + ": defaults", defaults, problems);
    as = fields.text("as");
    groups = fields.texts("groups", List.of());
    String where = fields.text("namespace");
    namespace = where == null ? "default" : where;
    fields.end();
  }

  /** Empty if something is wrong with it. */
  Optional<AccessCase> read(int number, JsonNode tree) {
    String title =
        tree.path("name").isTextual() ? " " + GoText.brief(tree.path("name").asText()) : "";
    String place = file + ": cases[" + number + "]" + title;
    int before = problems.size();
    StrictFields fields = new StrictFields(place, tree, problems);
    String name = fields.text("name");
    String who = fields.text("as");
    String where = fields.text("namespace");
    User user = user(who == null ? as : who, fields.texts("groups", groups), fields);
    if (where != null && !Names.label(where, false).isEmpty()) {
      fields.wrong("namespace", "must be the name of a namespace");
    }
    CaseAction action = action(fields);
    CaseExpectation expected = new ExpectationReader(place, fields, problems).read(action);
    fields.end();
    if (problems.size() > before || action == null) {
      return Optional.empty();
    }
    return Optional.of(
        new AccessCase(
            place,
            name == null ? user.name() + " " + action.describe() : name,
            user,
            where == null ? namespace : where,
            action,
            expected));
  }

  /** With the groups that such a user has anyway. */
  private static User user(@Nullable String name, List<String> groups, StrictFields fields) {
    if (name == null || name.isEmpty()) {
      fields.wrong("as", "who is it? name somebody here or under defaults");
      return User.of("");
    }
    List<String> all = new ArrayList<>(groups);
    if (name.equals("system:anonymous")) {
      all.add("system:unauthenticated");
    } else {
      ServiceAccountName.of(name).ifPresent(account -> all.addAll(account.groups()));
      all.add("system:authenticated");
    }
    return new User(name, "", List.copyOf(new LinkedHashSet<>(all)), Map.of());
  }

  private @Nullable CaseAction action(StrictFields fields) {
    String question = fields.text("ask");
    ObjectNode create = object("create", fields);
    ObjectNode update = object("update", fields);
    ObjectNode delete = object("delete", fields);
    List<CaseAction> all = new ArrayList<>();
    if (question != null) {
      all.add(ask(question, fields));
    }
    if (create != null) {
      all.add(new CaseAction.Create(create));
    }
    if (update != null) {
      all.add(new CaseAction.Update(update));
    }
    if (delete != null) {
      all.add(new CaseAction.Delete(delete));
    }
    if (all.size() == 1) {
      return all.getFirst();
    }
    fields.wrong("ask", "a case has one of ask, create, update and delete");
    return null;
  }

  private static CaseAction.Ask ask(String question, StrictFields fields) {
    String[] words = question.strip().split("\\s+", -1);
    if (words.length < 2 || words.length > 3) {
      fields.wrong("ask", "must be VERB RESOURCE [NAME] or VERB /PATH");
      return new CaseAction.Ask(new Question.Words("", "", null));
    }
    return new CaseAction.Ask(
        new Question.Words(words[0], words[1], words.length == 3 ? words[2] : null));
  }

  /** Written here, or one of a file beside: {@code {file: pod.yaml}}. */
  private @Nullable ObjectNode object(String field, StrictFields fields) {
    ObjectNode object = fields.object(field);
    if (object == null) {
      return null;
    }
    JsonNode reference = object.path("file");
    if (object.size() == 1 && reference.isTextual()) {
      object = inFile(field, reference.asText(), fields);
    }
    if (object.path("kind").asText().isEmpty() || object.path("apiVersion").asText().isEmpty()) {
      fields.wrong(field, "must be an object with apiVersion and kind, or {file: PATH}");
    }
    return object;
  }

  private ObjectNode inFile(String field, String path, StrictFields fields) {
    Path beside = file.resolveSibling(path);
    if (!Files.isRegularFile(beside)) {
      fields.wrong(field, beside + ": no such file");
      return JsonNodeFactory.instance.objectNode();
    }
    try {
      List<ObjectNode> objects = ManifestFiles.read(List.of(beside));
      if (objects.size() == 1) {
        return objects.getFirst();
      }
      fields.wrong(field, path + ": must hold one object, not " + objects.size());
    } catch (IOException e) {
      fields.wrong(field, String.valueOf(e.getMessage()));
    }
    return JsonNodeFactory.instance.objectNode();
  }

  /** {@code allowed} or {@code refused}. */
  static boolean allowed(StrictFields fields) {
    String verdict = fields.text("expect");
    if (verdict == null || !VERDICTS.contains(verdict)) {
      fields.wrong(
          "expect",
          "must be allowed or refused"
              + (verdict == null ? "" : Spelling.suggestion(verdict, VERDICTS)));
    }
    return "allowed".equals(verdict);
  }
}

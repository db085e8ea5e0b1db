package dev.muster.apiserver.handlers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.request.Query;
import dev.muster.base.go.GoText;
import dev.muster.model.codec.FieldValidation;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.status.Status;
import dev.muster.views.MetaV1.MutablePatchOptions;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The options of create, update and patch that stand in the query.
 *
 * @param given as the fields of CreateOptions or UpdateOptions
 */
public record WriteOptions(
    boolean dryRun, String manager, FieldValidation validation, boolean force, ObjectNode given) {
  private static final int MAX_MANAGER = 128;

  /** Which options a verb takes, and under which kind's name they are refused. */
  public enum Verb {
    CREATE("CreateOptions"),
    UPDATE("UpdateOptions"),
    PATCH("PatchOptions"),
    APPLY("PatchOptions");

    private final String kind;

    Verb(String kind) {
      this.kind = kind;
    }
  }

  static WriteOptions of(Verb verb, Query query, @Nullable String userAgent) {
    Errors errors = new Errors();
    List<String> dryRun = query.all("dryRun");
    String manager = query.text("fieldManager");
    if (verb == Verb.APPLY && manager.isEmpty()) {
      errors.required(Path.of("fieldManager"), "is required for apply patch");
    }
    if (verb == Verb.PATCH && query.has("force")) {
      errors.forbidden(Path.of("force"), "may not be specified for non-apply patch");
    }
    validateManager(manager, errors);
    DryRun.validate(dryRun, errors);
    String how = query.text("fieldValidation");
    Optional<FieldValidation> validation = FieldValidation.named(how);
    if (validation.isEmpty()) {
      errors.unsupported(
          Path.of("fieldValidation"), GoText.quote(how), List.of("", "Ignore", "Strict", "Warn"));
    }
    if (!errors.isEmpty()) {
      throw Status.invalid("meta.k8s.io", verb.kind, "", errors).exception();
    }
    return new WriteOptions(
        !dryRun.isEmpty(),
        manager.isEmpty() ? fromUserAgent(userAgent) : manager,
        validation.orElse(FieldValidation.WARN),
        query.flag("force"),
        given(dryRun, manager, how));
  }

  private static ObjectNode given(List<String> dryRun, String manager, String validation) {
    MutablePatchOptions out = MutablePatchOptions.create();
    dryRun.forEach(each -> out.dryRun().list().add(each));
    if (!manager.isEmpty()) {
      out.fieldManager(manager);
    }
    if (!validation.isEmpty()) {
      out.fieldValidation(validation);
    }
    return out.tree();
  }

  private static void validateManager(String manager, Errors errors) {
    Path path = Path.of("fieldManager");
    if (manager.getBytes(StandardCharsets.UTF_8).length > MAX_MANAGER) {
      errors.tooLong(path, MAX_MANAGER);
    }
    int at = 0;
    for (int c : manager.codePoints().toArray()) {
      if (!GoText.printable(c)) {
        errors.invalid(
            path,
            GoText.quote(manager),
            String.format("invalid character U+%04X (at position %d)", c, at));
      }
      at += Character.toString(c).getBytes(StandardCharsets.UTF_8).length;
    }
  }

  private static String fromUserAgent(@Nullable String userAgent) {
    if (userAgent == null || userAgent.isEmpty()) {
      return "unknown";
    }
    String name =
        userAgent.substring(
            0, userAgent.indexOf('/') < 0 ? userAgent.length() : userAgent.indexOf('/'));
    StringBuilder out = new StringBuilder();
    int length = 0;
    for (int c : name.codePoints().filter(GoText::printable).toArray()) {
      length += Character.toString(c).getBytes(StandardCharsets.UTF_8).length;
      if (length > MAX_MANAGER) {
        break;
      }
      out.appendCodePoint(c);
    }
    return out.toString();
  }
}

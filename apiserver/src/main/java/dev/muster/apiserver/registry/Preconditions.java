package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.scheme.Kind;
import dev.muster.model.status.Status;
import dev.muster.views.MetaV1.ObjectMeta;

/** What a change expects of the object that is there. */
public final class Preconditions {
  private static final String MODIFIED =
      "the object has been modified; please apply your changes to the latest version and try again";

  private Preconditions() {}

  /**
   * Refuses a change that insists on another version than there is.
   *
   * @return true if it insists on none
   */
  static boolean anyVersion(WriteRequest request, ObjectNode next, long revision) {
    Kind kind = request.kind();
    String version = ObjectMeta.ofObject(next).resourceVersion().text();
    if (version.isEmpty() || version.equals("0")) {
      if (!kind.strategy().allowsUnconditionalUpdate()) {
        Errors errors = new Errors();
        errors.invalid(
            Path.of("metadata", "resourceVersion"), "0", "must be specified for an update");
        // the real server names the resource here, not the kind
        throw Status.invalid(kind.group(), kind.plural(), request.name(), errors).exception();
      }
      return true;
    }
    if (!version.chars().allMatch(c -> c >= '0' && c <= '9')) {
      throw Status.badRequest("strconv.ParseUint: parsing \"" + version + "\": invalid syntax")
          .exception();
    }
    if (!version.equals(Long.toString(revision))) {
      throw modified(request);
    }
    return false;
  }

  static void sameUid(Attempt attempt) {
    ObjectNode old = attempt.old();
    if (old != null) {
      sameUid(attempt.request(), attempt.metadata().uid().text(), old);
    }
  }

  /** Refuses a change that insists on another object than there is. */
  public static void sameUid(WriteRequest request, String wanted, ObjectNode old) {
    Kind kind = request.kind();
    String actual = ObjectMeta.ofObject(old).uid().text();
    if (!wanted.isEmpty() && !wanted.equals(actual)) {
      throw Status.conflict(
              kind.group(),
              kind.plural(),
              request.name(),
              "StorageError: invalid object, Code: 4, Key: /registry/"
                  + kind.key(request.namespace(), request.name())
                  + ", ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: "
                  + wanted
                  + ", UID in object meta: "
                  + actual)
          .exception();
    }
  }

  static RuntimeException modified(WriteRequest request) {
    Kind kind = request.kind();
    return Status.conflict(kind.group(), kind.plural(), request.name(), MODIFIED).exception();
  }
}

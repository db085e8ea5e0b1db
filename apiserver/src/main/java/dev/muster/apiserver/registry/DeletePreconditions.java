package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.scheme.Kind;
import dev.muster.model.status.Status;
import dev.muster.views.MetaV1.ObjectMeta;
import org.jspecify.annotations.Nullable;

/** What a deletion expects of the object that is there. */
public final class DeletePreconditions {
  private DeletePreconditions() {}

  /** Refuses to delete another object, or version, than the one that was asked for. */
  public static void check(WriteRequest request, DeleteOptions options, ObjectNode object) {
    String uid = ObjectMeta.ofObject(object).uid().text();
    String version = ObjectMeta.ofObject(object).resourceVersion().text();
    boolean namespace = isNamespace(request.kind());
    @Nullable String why = null;
    if (!options.uid().isEmpty() && !options.uid().equals(uid)) {
      why = namespace ? unmet("UID", options.uid(), uid) : otherUid(options.uid(), uid);
    } else if (!options.resourceVersion().isEmpty() && !options.resourceVersion().equals(version)) {
      why =
          namespace
              ? unmet("ResourceVersion", options.resourceVersion(), version)
              : otherVersion(options.resourceVersion(), version);
    }
    if (why != null) {
      throw Status.conflict(
              request.kind().group(),
              namespace ? request.kind().plural() : request.kind().kind(),
              request.name(),
              why)
          .exception();
    }
  }

  private static String unmet(String what, String wanted, String actual) {
    return "Precondition failed: %s in precondition: %s, %s in object meta: %s"
        .formatted(what, wanted, what, actual);
  }

  private static String otherUid(String wanted, String actual) {
    return "the UID in the precondition (%s) does not match the UID in record (%s). The object might have been deleted and then recreated"
        .formatted(wanted, actual);
  }

  private static String otherVersion(String wanted, String actual) {
    return "the ResourceVersion in the precondition (%s) does not match the ResourceVersion in record (%s). The object might have been modified"
        .formatted(wanted, actual);
  }

  static boolean isNamespace(Kind kind) {
    return kind.group().isEmpty() && kind.kind().equals("Namespace");
  }
}

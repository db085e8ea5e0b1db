package dev.muster.cel;

import dev.muster.cel.AccessCheck.Answer;
import dev.muster.cel.AccessCheck.Question;
import dev.muster.cel.AccessCheck.Who;
import dev.muster.model.names.Names;
import java.util.List;

/** {@code authorizer.group('').resource('pods').check('create').allowed()}. */
final class AccessFunctions {
  static final Typed<Asker> AUTHORIZER =
      Typed.opaque("kubernetes.authorization.Authorizer", Asker.class);
  static final Typed<Resource> RESOURCE =
      Typed.opaque("kubernetes.authorization.ResourceCheck", Resource.class);
  private static final Typed<Path> PATH =
      Typed.opaque("kubernetes.authorization.PathCheck", Path.class);
  private static final Typed<Group> GROUP =
      Typed.opaque("kubernetes.authorization.GroupCheck", Group.class);
  private static final Typed<Answer> DECISION =
      Typed.opaque("kubernetes.authorization.Decision", Answer.class);

  private AccessFunctions() {}

  /** Whom a question is put to, and about whom. */
  record Asker(AccessCheck check, Who who) {}

  record Path(Asker asker, String path) {
    Answer check(String verb) {
      return asker.check().check(new Question(asker.who(), verb, path, "", "", "", "", "", "", ""));
    }
  }

  record Group(Asker asker, String group) {}

  /** A question whose verb is still open. */
  record Resource(Asker asker, Question draft) {
    static Resource of(Group group, String resource) {
      if (resource.isBlank()) {
        throw new FunctionFault("resource must not be empty");
      }
      return new Resource(
          group.asker(),
          new Question(group.asker().who(), "", "", group.group(), resource, "", "", "", "", ""));
    }

    Resource in(String subresource, String namespace, String name) {
      return new Resource(
          asker,
          new Question(
              draft.who(),
              draft.verb(),
              "",
              draft.group(),
              draft.resource(),
              subresource,
              namespace,
              name,
              draft.fieldSelector(),
              draft.labelSelector()));
    }

    Resource selecting(String fields, String labels) {
      return new Resource(
          asker,
          new Question(
              draft.who(),
              draft.verb(),
              "",
              draft.group(),
              draft.resource(),
              draft.subresource(),
              draft.namespace(),
              draft.name(),
              fields,
              labels));
    }

    Answer check(String verb) {
      return asker
          .check()
          .check(
              new Question(
                  draft.who(),
                  verb,
                  "",
                  draft.group(),
                  draft.resource(),
                  draft.subresource(),
                  draft.namespace(),
                  draft.name(),
                  draft.fieldSelector(),
                  draft.labelSelector()));
    }
  }

  static void addTo(Functions f) {
    f.method("path", "authorizer_path", PATH, AUTHORIZER, Typed.TEXT, AccessFunctions::path);
    f.method("group", "authorizer_group", GROUP, AUTHORIZER, Typed.TEXT, Group::new);
    f.method(
        "serviceAccount",
        "authorizer_serviceaccount",
        AUTHORIZER,
        List.of(AUTHORIZER, Typed.TEXT, Typed.TEXT),
        a -> serviceAccount((Asker) a[0], (String) a[1], (String) a[2]));
    f.method("resource", "groupcheck_resource", RESOURCE, GROUP, Typed.TEXT, Resource::of);
    f.method(
        "subresource",
        "resourcecheck_subresource",
        RESOURCE,
        RESOURCE,
        Typed.TEXT,
        (r, t) -> r.in(t, r.draft().namespace(), r.draft().name()));
    f.method(
        "namespace",
        "resourcecheck_namespace",
        RESOURCE,
        RESOURCE,
        Typed.TEXT,
        (r, t) -> r.in(r.draft().subresource(), t, r.draft().name()));
    f.method(
        "name",
        "resourcecheck_name",
        RESOURCE,
        RESOURCE,
        Typed.TEXT,
        (r, t) -> r.in(r.draft().subresource(), r.draft().namespace(), t));
    f.method(
        "fieldSelector",
        "authorizer_fieldselector",
        RESOURCE,
        RESOURCE,
        Typed.TEXT,
        (r, t) -> r.selecting(t, r.draft().labelSelector()));
    f.method(
        "labelSelector",
        "authorizer_labelselector",
        RESOURCE,
        RESOURCE,
        Typed.TEXT,
        (r, t) -> r.selecting(r.draft().fieldSelector(), t));
    f.method("check", "pathcheck_check", DECISION, PATH, Typed.TEXT, Path::check);
    f.method("check", "resourcecheck_check", DECISION, RESOURCE, Typed.TEXT, Resource::check);
    f.method("allowed", "decision_allowed", Typed.BOOL, DECISION, Answer::allowed);
    f.method("reason", "decision_reason", Typed.TEXT, DECISION, Answer::reason);
    f.method("errored", "decision_errored", Typed.BOOL, DECISION, a -> !a.error().isEmpty());
    f.method("error", "decision_error", Typed.TEXT, DECISION, Answer::error);
  }

  private static Object path(Asker asker, String path) {
    if (path.isBlank()) {
      throw new FunctionFault("path must not be empty");
    }
    return new Path(asker, path);
  }

  private static Object serviceAccount(Asker asker, String namespace, String name) {
    if (!Names.subdomain(name, false).isEmpty()) {
      throw new FunctionFault("Invalid service account name");
    }
    if (!Names.label(namespace, false).isEmpty()) {
      throw new FunctionFault("Invalid service account namespace");
    }
    return new Asker(asker.check(), new Who(namespace, name));
  }
}

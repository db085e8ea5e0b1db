package dev.muster.access.question;

import dev.muster.authz.Attributes;
import dev.muster.authz.User;
import dev.muster.base.go.GoText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads one question's words. */
final class QuestionReader {
  private final Question.Words words;
  private final User user;
  private final String namespace;
  private final KnownResources resources;
  private final List<String> warnings = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  QuestionReader(Question.Words words, User user, String namespace, KnownResources resources) {
    this.words = words;
    this.user = user;
    this.namespace = namespace;
    this.resources = resources;
  }

  Question question() {
    boolean path = words.target().startsWith("/");
    KnownVerbs.warning(words.verb(), !path).ifPresent(warnings::add);
    Attributes attributes =
        path
            ? Attributes.nonResource(user, words.verb().toLowerCase(Locale.ROOT), words.target())
            : resource();
    return new Question(attributes, warnings, notes);
  }

  private Attributes resource() {
    int slash = words.target().indexOf('/');
    String subresource = slash < 0 ? "" : words.target().substring(slash + 1);
    String resource = slash < 0 ? words.target() : words.target().substring(0, slash);
    int dot = resource.indexOf('.');
    String word = dot < 0 ? resource : resource.substring(0, dot);
    String group = dot < 0 ? "" : resource.substring(dot + 1);
    Optional<KnownResource> known = dot < 0 ? resources.named(word) : resources.named(word, group);
    if (known.isEmpty() && !word.equals("*")) {
      warnings.add(unknown(word, group, dot < 0));
    }
    String plural = known.map(KnownResource::plural).orElse(word);
    String itsGroup = known.map(KnownResource::group).orElse(group);
    String name = name(subresource);
    return Attributes.resource(
        user,
        words.verb(),
        itsGroup,
        known.map(KnownResource::version).orElse("*"),
        plural,
        subresource,
        place(itsGroup, plural, name, known),
        name);
  }

  private String unknown(String word, String group, boolean core) {
    String whole = core ? word : word + "." + group;
    String hint = resources.suggestion(word);
    if (hint.isEmpty() && core) {
      hint = "; name its group, as in " + word + ".example.com";
    }
    return "nothing here knows resource " + GoText.quote(whole) + hint;
  }

  /**
   * A server asks without a name where the request's address has none: whoever creates objects
   * sends their names inside, and a collection has no name.
   */
  private String name(String subresource) {
    String name = words.name() == null ? "" : words.name();
    boolean nameless =
        words.verb().equals("deletecollection")
            || (words.verb().equals("create") && subresource.isEmpty());
    if (nameless && !name.isEmpty()) {
      notes.add(
          "a server asks for "
              + words.verb()
              + " without a name: the answer is for all names, not for "
              + GoText.quote(name));
      return "";
    }
    if ((words.verb().equals("list") || words.verb().equals("watch")) && !name.isEmpty()) {
      notes.add(
          "a name counts with " + words.verb() + " only by --field-selector=metadata.name=" + name);
    }
    return name;
  }

  private String place(String group, String plural, String name, Optional<KnownResource> known) {
    if (words.verb().equals("use")) {
      return namespace; // admission asks in the pod's namespace, whatever the resource's scope
    }
    if (group.isEmpty() && plural.equals("namespaces")) {
      return name; // of one namespace a server asks in it
    }
    return known.map(KnownResource::namespaced).orElse(true) ? namespace : "";
  }
}

package dev.muster.cli.access;

import dev.muster.authz.Attributes;
import dev.muster.authz.User;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.model.scheme.Kind;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a question is about: {@code get pods}, {@code get deploy/scale web}, {@code list
 * widgets.example.com}, {@code get /healthz}.
 */
record What(String verb, String target, @Nullable String name) {
  /** Asked for by admission in the pod's namespace, whatever the scope of the resource is. */
  private static final String USE = "use";

  Attributes by(User user, String namespace) {
    if (target.startsWith("/")) {
      return Attributes.nonResource(user, verb.toLowerCase(Locale.ROOT), target);
    }
    int slash = target.indexOf('/');
    String subresource = slash < 0 ? "" : target.substring(slash + 1);
    String resource = slash < 0 ? target : target.substring(0, slash);
    int dot = resource.indexOf('.');
    String group = dot < 0 ? "" : resource.substring(dot + 1);
    String word = dot < 0 ? resource : resource.substring(0, dot);
    Optional<Kind> kind =
        KubernetesKinds.kinds().all().stream()
            .filter(k -> isMeant(k, word))
            .filter(k -> dot < 0 || k.group().equals(group))
            .min(Comparator.comparing(k -> k.group().isEmpty() ? 0 : 1));
    if (kind.isEmpty() && dot < 0 && !word.equals("*")) {
      throw new IllegalArgumentException(
          "unknown resource \"%s\": name its group, as in %s.example.com".formatted(word, word));
    }
    return Attributes.resource(
        user,
        verb,
        kind.map(Kind::group).orElse(group),
        kind.map(Kind::version).orElse("*"),
        kind.map(Kind::plural).orElse(word),
        subresource,
        verb.equals(USE) || kind.map(Kind::namespaced).orElse(true) ? namespace : "",
        name == null ? "" : name);
  }

  private static boolean isMeant(Kind kind, String word) {
    String lower = word.toLowerCase(Locale.ROOT);
    return kind.plural().equals(lower)
        || kind.singular().equals(lower)
        || kind.shortNames().contains(lower);
  }
}

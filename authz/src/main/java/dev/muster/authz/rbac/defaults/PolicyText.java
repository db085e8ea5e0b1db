package dev.muster.authz.rbac.defaults;

import dev.muster.authz.rbac.AggregationSelector;
import dev.muster.authz.rbac.Metadata;
import dev.muster.authz.rbac.PolicyRule;
import dev.muster.authz.rbac.RbacObject;
import dev.muster.authz.rbac.RbacObject.ClusterRole;
import dev.muster.authz.rbac.RbacObject.ClusterRoleBinding;
import dev.muster.authz.rbac.RbacObject.Role;
import dev.muster.authz.rbac.RbacObject.RoleBinding;
import dev.muster.authz.rbac.RoleRef;
import dev.muster.authz.rbac.Subject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;

/** Reads the compact form in which the default policy is kept; the form is described there. */
final class PolicyText {
  private static final Map<String, String> LABELS =
      Map.of("kubernetes.io/bootstrapping", "rbac-defaults");
  private static final Map<String, String> ANNOTATIONS = Map.of(Reconciliation.AUTO_UPDATE, "true");
  private static final String READ = "get,list,watch";
  private static final String WRITE = "create,delete,deletecollection,patch,update";

  private final List<RbacObject> objects = new ArrayList<>();
  private final List<PolicyRule> rules = new ArrayList<>();
  private final List<AggregationSelector> aggregation = new ArrayList<>();
  private BiFunction<List<PolicyRule>, List<AggregationSelector>, List<RbacObject>> open =
      (rules, selectors) -> List.of();

  private PolicyText() {}

  static List<RbacObject> parse(String text) {
    var parser = new PolicyText();
    text.lines().forEach(parser::line);
    parser.close();
    return List.copyOf(parser.objects);
  }

  private void line(String line) {
    if (line.isBlank() || line.startsWith("#")) {
      return;
    }
    String[] words = line.strip().split(" ");
    if (line.startsWith(" ")) {
      detail(words);
    } else {
      close();
      header(words);
    }
  }

  private void close() {
    objects.addAll(open.apply(List.copyOf(rules), List.copyOf(aggregation)));
    open = (rules, selectors) -> List.of();
    rules.clear();
    aggregation.clear();
  }

  private void header(String[] words) {
    switch (words[0]) {
      case "clusterrole" -> {
        Metadata metadata = metadata("", words[1], rest(words, 2));
        open = (rules, selectors) -> List.of(new ClusterRole(metadata, rules, selectors));
      }
      case "controller" -> {
        Metadata metadata = metadata("", "system:controller:" + words[1], List.of());
        Subject account = Subject.serviceAccount("kube-system", words[1]);
        RoleRef ref = RoleRef.clusterRole(metadata.name());
        open =
            (rules, selectors) ->
                List.of(
                    new ClusterRole(metadata, rules, selectors),
                    new ClusterRoleBinding(metadata, List.of(account), ref));
      }
      case "role" -> {
        Metadata metadata = metadata(words[1], words[2], List.of());
        open = (rules, selectors) -> List.of(new Role(metadata, rules));
      }
      case "clusterbinding" ->
          objects.add(
              new ClusterRoleBinding(
                  metadata("", words[1], List.of()),
                  subjects(rest(words, 2)),
                  RoleRef.clusterRole(words[1])));
      case "binding" ->
          objects.add(
              new RoleBinding(
                  metadata(words[1], words[2], List.of()),
                  subjects(rest(words, 4)),
                  RoleRef.role(words[3])));
      default -> throw new IllegalArgumentException("unknown kind " + words[0]);
    }
  }

  private void detail(String[] words) {
    switch (words[0]) {
      case "events" -> rules.add(rule("create,patch,update", "core,events.k8s.io", "events", ""));
      case "aggregates" -> aggregation.add(AggregationSelector.label(words[1], "true"));
      default ->
          rules.add(
              words[1].equals("at")
                  ? PolicyRule.onUrls(sorted(words[2]), verbs(words[0]))
                  : rule(words[0], words[1], words[2], words.length > 3 ? words[3] : ""));
    }
  }

  private static PolicyRule rule(String verbs, String groups, String resources, String names) {
    return new PolicyRule(
        verbs(verbs),
        Arrays.stream(groups.split(",")).map(g -> g.equals("core") ? "" : g).sorted().toList(),
        sorted(resources),
        names.isEmpty() ? List.of() : sorted(names),
        List.of());
  }

  private static List<String> verbs(String verbs) {
    return switch (verbs) {
      case "read" -> sorted(READ);
      case "write" -> sorted(WRITE);
      case "readwrite" -> sorted(READ + "," + WRITE);
      default -> sorted(verbs);
    };
  }

  private static List<String> sorted(String list) {
    return Arrays.stream(list.split(",")).sorted().toList();
  }

  private static List<String> rest(String[] words, int from) {
    return Arrays.asList(words).subList(from, words.length);
  }

  private static List<Subject> subjects(List<String> words) {
    return words.stream().map(PolicyText::subject).toList();
  }

  private static Subject subject(String word) {
    String name = word.substring(word.indexOf(':') + 1);
    return switch (word.substring(0, word.indexOf(':'))) {
      case Subject.USER -> Subject.user(name);
      case Subject.GROUP -> Subject.group(name);
      case Subject.SERVICE_ACCOUNT -> {
        int slash = name.indexOf('/');
        yield Subject.serviceAccount(name.substring(0, slash), name.substring(slash + 1));
      }
      default -> throw new IllegalArgumentException("unknown subject " + word);
    };
  }

  private static Metadata metadata(String namespace, String name, List<String> labels) {
    Map<String, String> all = new TreeMap<>(LABELS);
    for (String label : labels) {
      int equals = label.indexOf('=');
      all.put(label.substring(0, equals), label.substring(equals + 1));
    }
    return new Metadata(namespace, name, all, ANNOTATIONS);
  }
}

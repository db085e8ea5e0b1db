package dev.muster.access.change;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.muster.authz.Attributes;
import dev.muster.authz.User;
import dev.muster.authz.rbac.RbacSnapshot;
import dev.muster.authz.rbac.explain.PolicyQuestions;
import dev.muster.base.deadline.Deadline;
import dev.muster.base.go.GoText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a change of policies does that are no roles: who may have which pods, what is asked of whom.
 */
public final class PolicyObjectChanges {
  private static final int MOST_SENTENCES = 1_000;
  private static final int MOST_USERS = 1_000;

  private static final String POD_POLICY = "PodSecurityPolicy";
  private static final String ADMISSION = "admissionregistration.k8s.io/";

  private final Map<Key, JsonNode> before = new TreeMap<>();
  private final Map<Key, JsonNode> after = new TreeMap<>();

  private record Key(String kind, String name) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      int order = kind.compareTo(other.kind);
      return order != 0 ? order : name.compareTo(other.name);
    }

    static Key of(JsonNode object) {
      return new Key(object.path("kind").asText(), object.at("/metadata/name").asText());
    }
  }

  /**
   * Holds what is there against what will be; other kinds are passed over.
   *
   * @param there of all kinds that change
   */
  public PolicyObjectChanges(
      Iterable<? extends JsonNode> there,
      Iterable<? extends JsonNode> change,
      PolicyAfter.Deed deed) {
    there.forEach(object -> put(object, before));
    after.putAll(before);
    for (JsonNode object : change) {
      if (deed == PolicyAfter.Deed.DELETE) {
        after.remove(Key.of(object));
      } else {
        put(object, after);
      }
    }
  }

  private static void put(JsonNode object, Map<Key, JsonNode> objects) {
    if (isPolicy(object)) {
      objects.put(Key.of(object), object);
    }
  }

  /** Whether an object is of a kind that is compared here. */
  public static boolean isPolicy(JsonNode object) {
    return object.path("kind").asText().equals(POD_POLICY)
        || object.path("apiVersion").asText().startsWith(ADMISSION);
  }

  /** Whether objects beside roles and bindings have one among them that decides. */
  public static boolean decide(Collection<? extends JsonNode> objects) {
    return objects.stream().anyMatch(o -> isPolicy(o) || AbacDocuments.isLine(o));
  }

  /** Of pod security policies that change, with those who may use them afterwards. */
  public List<PodPolicyChange> podPolicies(RbacSnapshot roles) {
    List<PodPolicyChange> changes = new ArrayList<>();
    for (Key key : keys()) {
      Deadline.check();
      JsonNode was = before.getOrDefault(key, MissingNode.getInstance());
      JsonNode is = after.getOrDefault(key, MissingNode.getInstance());
      if (key.kind().equals(POD_POLICY) && !was.path("spec").equals(is.path("spec"))) {
        changes.add(PodPolicyDifference.of(key.name(), was, is, users(key.name(), roles)));
      }
    }
    return changes;
  }

  private static List<String> users(String policy, RbacSnapshot roles) {
    Set<String> users = new TreeSet<>();
    for (String group : List.of("policy", "extensions")) {
      Attributes use =
          Attributes.resource(
              User.of(""), "use", group, "*", "podsecuritypolicies", "", "", policy);
      new PolicyQuestions(roles)
          .whoCanAnywhere(use)
          .forEach(grantee -> users.add(grantee.subject().describe("")));
    }
    List<String> told = new ArrayList<>(users.stream().limit(MOST_USERS).toList());
    if (users.size() > MOST_USERS) {
      told.add("and " + (users.size() - MOST_USERS) + " more");
    }
    return told;
  }

  /** What admission asks for that it did not, and the other way round; a sentence each. */
  public List<String> admission() {
    List<String> sentences = new ArrayList<>();
    for (Key key : keys()) {
      if (key.kind().equals(POD_POLICY)) {
        continue;
      }
      Deadline.check();
      if (sentences.size() > MOST_SENTENCES) {
        sentences.add("and more, which is not told");
        break;
      }
      JsonNode was = before.getOrDefault(key, MissingNode.getInstance());
      JsonNode is = after.getOrDefault(key, MissingNode.getInstance());
      Set<String> had = AdmissionMatches.of(was);
      Set<String> has = AdmissionMatches.of(is);
      String name = key.kind() + " " + GoText.quote(key.name());
      has.stream().filter(m -> !had.contains(m)).forEach(m -> sentences.add(name + ": now " + m));
      had.stream()
          .filter(m -> !has.contains(m))
          .forEach(m -> sentences.add(name + ": no longer " + m));
      if (had.equals(has) && !AdmissionMatches.said(was).equals(AdmissionMatches.said(is))) {
        sentences.add(name + ": says otherwise of the same requests");
      }
    }
    return sentences;
  }

  private Set<Key> keys() {
    Set<Key> keys = new TreeSet<>(before.keySet());
    keys.addAll(after.keySet());
    return keys;
  }
}

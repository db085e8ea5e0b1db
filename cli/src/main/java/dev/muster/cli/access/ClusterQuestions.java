package dev.muster.cli.access;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.access.PolicyException;
import dev.muster.access.answer.AccessAnswer;
import dev.muster.access.answer.Station;
import dev.muster.access.answer.Station.Stage;
import dev.muster.access.answer.Station.Verdict;
import dev.muster.access.change.AbacDocuments;
import dev.muster.access.change.ChangeReport;
import dev.muster.access.change.PolicyAfter;
import dev.muster.access.change.PolicyObjectChanges;
import dev.muster.access.change.PolicyState;
import dev.muster.access.escalation.EscalationPaths;
import dev.muster.access.policy.ManifestText;
import dev.muster.access.policy.PolicyDocument;
import dev.muster.access.policy.PolicyDocuments;
import dev.muster.access.question.KnownResources;
import dev.muster.access.rights.Rights;
import dev.muster.access.tree.AnswerTree;
import dev.muster.access.tree.ChangeTree;
import dev.muster.access.tree.EscalationTree;
import dev.muster.access.tree.GranteeTree;
import dev.muster.access.tree.RightTree;
import dev.muster.access.tree.StationTree;
import dev.muster.authz.Attributes;
import dev.muster.authz.User;
import dev.muster.authz.abac.PolicyLine;
import dev.muster.authz.rbac.RbacSnapshot;
import dev.muster.authz.rbac.explain.PolicyQuestions;
import dev.muster.cli.kubeconfig.ClusterApi;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The questions of {@code access.muster.dev} about a cluster that has no such kinds, answered from
 * what its user may read there: its roles and bindings, and what its server says of itself. What
 * that leaves open is said in a note.
 */
public final class ClusterQuestions {
  /** The questions that are answered, by the plurals of their kinds. */
  public static final Set<String> PLURALS =
      Set.of("accessexplanations", "whocans", "subjectaccesses", "accesschanges");

  private static final String ROLES_ALONE =
      "by roles and bindings alone: what another authorizer of this cluster allows is not in it";

  private static final int MOST_OBJECTS = 1_000;

  private final ClusterApi cluster;

  public ClusterQuestions(ClusterApi cluster) {
    this.cluster = cluster;
  }

  /**
   * The question with its answer as {@code status}.
   *
   * @throws IllegalArgumentException if it is none
   * @throws dev.muster.cli.kubeconfig.RefusedException if its user may not read what it takes
   */
  public ObjectNode answer(String plural, ObjectNode question)
      throws IOException, InterruptedException {
    JsonNode spec = question.path("spec");
    if (!spec.path("revision").asText().isEmpty()) {
      throw new IllegalArgumentException("spec.revision: this cluster answers as of now only");
    }
    ObjectNode status =
        switch (plural) {
          case "accessexplanations" -> explain(spec);
          case "whocans" -> whoCan(spec);
          case "subjectaccesses" -> rights(spec);
          case "accesschanges" -> changed(spec);
          default -> throw new IllegalArgumentException("there is no question \"" + plural + "\"");
        };
    ObjectNode answered = question.deepCopy();
    answered.set("status", status);
    return answered;
  }

  private ObjectNode explain(JsonNode spec) throws IOException, InterruptedException {
    Optional<User> other = QuestionSpecs.user(spec);
    User user = other.isPresent() ? other.get() : new ServerReviews(cluster).oneself();
    Attributes request = QuestionSpecs.attributes(spec, user);
    AccessAnswer answer = new LiveAnswers(cluster, other.isEmpty()).ask(request);
    ObjectNode status = AnswerTree.of(request, answer, List.of());
    status.set("stations", StationTree.of(stations(user, answer, status)));
    status
        .putArray("notes")
        .add("which authorizer decided and what admission would say, this cluster does not tell");
    return status;
  }

  private static List<Station> stations(User user, AccessAnswer answer, ObjectNode status) {
    boolean known = !(answer instanceof AccessAnswer.Unconfirmed);
    boolean allowed = status.path("allowed").asBoolean();
    return List.of(
        Station.of(Stage.Authentication, user.name(), Verdict.Allowed, ""),
        Station.of(
                Stage.Authorization,
                "the cluster's authorizers",
                known ? Verdict.of(allowed) : Verdict.Unknown,
                status.path("server").path("reason").asText())
            .deciding(known),
        Station.of(
            Stage.Admission,
            "the cluster's admission",
            allowed ? Verdict.Unknown : Verdict.NotAsked,
            ""));
  }

  private ObjectNode whoCan(JsonNode spec) throws IOException, InterruptedException {
    Attributes request = QuestionSpecs.attributes(spec, User.of(""));
    PolicyQuestions questions = new PolicyQuestions(snapshot());
    ObjectNode status = QuestionSpecs.object();
    status.set(
        "subjects",
        GranteeTree.of(
            spec.path("allNamespaces").asBoolean()
                ? questions.whoCanAnywhere(request)
                : questions.whoCan(request)));
    status.putArray("notes").add(ROLES_ALONE);
    return status;
  }

  private ObjectNode rights(JsonNode spec) throws IOException, InterruptedException {
    Optional<User> other = QuestionSpecs.user(spec);
    User user = other.isPresent() ? other.get() : new ServerReviews(cluster).oneself();
    ObjectNode status = QuestionSpecs.object();
    RbacSnapshot policy = snapshot();
    KnownObjects known = KnownObjects.of(cluster);
    EscalationPaths ways = EscalationPaths.of(policy, user, known.inventory());
    status.set("rights", RightTree.of(Rights.of(policy, user)));
    status.set("escalationPaths", EscalationTree.of(ways.paths()));
    ArrayNode notes = status.putArray("notes").add(ROLES_ALONE);
    known.notes().forEach(notes::add);
    ways.notes().forEach(notes::add);
    return status;
  }

  private ObjectNode changed(JsonNode spec) throws IOException, InterruptedException {
    try {
      return changes(spec);
    } catch (PolicyException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private ObjectNode changes(JsonNode spec) throws IOException, InterruptedException {
    List<PolicyDocument> documents = new ArrayList<>();
    for (JsonNode each : spec.path("objects")) {
      String place = "spec.objects[" + documents.size() + "]";
      if (!(each instanceof ObjectNode object)) {
        throw new IllegalArgumentException(place + ": is no object");
      }
      documents.add(new PolicyDocument(place, object));
    }
    documents.addAll(
        ManifestText.read("spec.manifest", spec.path("manifest").asText(), MOST_OBJECTS));
    PolicyDocuments change = PolicyDocuments.read(documents, KnownResources.builtIn());
    List<ObjectNode> objects = documents.stream().map(PolicyDocument::tree).toList();
    if (change.objects().isEmpty() && !PolicyObjectChanges.decide(objects)) {
      throw new IllegalArgumentException(
          "there is nothing in what is to change that decides who may do what");
    }
    List<PolicyLine> lines = AbacDocuments.lines(objects);
    PolicyAfter.Deed deed =
        PolicyAfter.Deed.of(spec.path("delete").asBoolean(), spec.path("prune").asBoolean());
    boolean deletes = deed == PolicyAfter.Deed.DELETE;
    RbacSnapshot roles = snapshot();
    PolicyState before = PolicyState.of(roles, lines, deletes);
    PolicyState after =
        PolicyState.of(PolicyAfter.of(roles, change.objects(), deed), lines, !deletes);
    KnownObjects known = KnownObjects.of(cluster);
    ObjectNode status =
        ChangeTree.of(
            ChangeReport.between(
                before,
                after,
                new PolicyObjectChanges(AdmissionObjects.of(cluster, objects), objects, deed),
                known.inventory(),
                known.notes()));
    change.warnings().forEach(status.withArrayProperty("notes")::add);
    return status;
  }

  private RbacSnapshot snapshot() throws IOException, InterruptedException {
    return RbacPolicy.of(cluster).snapshot();
  }
}

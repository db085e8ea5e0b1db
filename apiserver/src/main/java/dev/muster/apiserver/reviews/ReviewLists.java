package dev.muster.apiserver.reviews;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.ByteArrayBuilder;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.authz.Attributes;
import dev.muster.authz.Decision;
import dev.muster.base.deadline.Deadline;
import dev.muster.model.codec.Trees;
import dev.muster.model.field.Errors;
import dev.muster.model.scheme.Kind;
import dev.muster.model.status.Status;
import dev.muster.views.AccessV1.MutableSubjectAccessReviewItem;
import dev.muster.views.AccessV1.MutableSubjectAccessReviewList;
import dev.muster.views.AccessV1.SubjectAccessReviewItem;
import dev.muster.views.AccessV1.SubjectAccessReviewList;
import dev.muster.views.AuthorizationV1.SubjectAccessReview;
import dev.muster.views.ViewList;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** SubjectAccessReviewLists: many questions, answered in their order at one revision. */
public final class ReviewLists {
  /** How many questions one list may have. */
  public static final int MOST = 10_000;

  /** After so many decisions somebody looks whether the request's time is over. */
  private static final int BETWEEN_CHECKS = 256;

  private final ConsistentAuthorizer authorizers;

  public ReviewLists(ConsistentAuthorizer authorizers) {
    this.authorizers = authorizers;
  }

  /**
   * The answer to a list in JSON whose questions are all plain, without making trees of it.
   *
   * @return empty if {@link #answer} has to look at it, which answers all of them alike
   */
  public Optional<byte[]> answer(Kind kind, byte[] json) {
    return PlainQuestionReader.read(json, kind.apiVersion(), kind.kind(), MOST)
        .map(questions -> plain(kind, questions, json.length));
  }

  private byte[] plain(Kind kind, List<PlainQuestion> questions, int length) {
    List<Decision> decisions = decide(questions.stream().map(PlainQuestion::request).toList());
    ByteArrayBuilder out = new ByteArrayBuilder(Math.max(512, 2 * length));
    try (JsonGenerator json = Trees.FACTORY.createGenerator(out)) {
      json.writeStartObject();
      json.writeStringField("kind", kind.kind());
      json.writeStringField("apiVersion", kind.apiVersion());
      json.writeObjectFieldStart("metadata");
      json.writeEndObject();
      json.writeArrayFieldStart("items");
      for (int i = 0; i < questions.size(); i++) {
        questions.get(i).write(decisions.get(i), json);
      }
      json.writeEndArray();
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /**
   * The answer to any list.
   *
   * @param list canonical; used up
   */
  public ObjectNode answer(Kind kind, ObjectNode list) {
    ViewList<SubjectAccessReviewItem> items = SubjectAccessReviewList.of(list).items();
    validate(kind, items);
    List<AccessQuestion> questions = new ArrayList<>();
    for (SubjectAccessReviewItem item : items) {
      questions.add(AccessQuestion.of(AccessQuestion.subject(item.spec()), item.spec()));
    }
    List<Decision> decisions = decide(questions.stream().map(AccessQuestion::request).toList());
    MutableSubjectAccessReviewList answer = MutableSubjectAccessReviewList.of(list);
    int at = 0;
    for (MutableSubjectAccessReviewItem item : answer.items().each()) {
      item.status(questions.get(at).status(decisions.get(at)));
      at++;
    }
    answer.metadata().ensure();
    return list;
  }

  private static void validate(Kind kind, ViewList<SubjectAccessReviewItem> items) {
    Errors errors = new Errors();
    if (items.size() > MOST) {
      errors.tooMany(items.at().path(), items.size(), MOST);
    } else {
      for (SubjectAccessReviewItem item : items) {
        Deadline.check();
        if (errors.full()) {
          break;
        }
        AccessReviewRules.validate(
            AccessReview.About.ANYONE, new SubjectAccessReview(item.at()), errors);
      }
    }
    if (!errors.isEmpty()) {
      throw Status.invalid(kind.group(), kind.kind(), "", errors).exception();
    }
  }

  /** INVARIANT: in the order of the questions. */
  private List<Decision> decide(List<Attributes> requests) {
    return authorizers.atOneRevision(
        moment -> {
          if (moment.waits()) {
            return WaitingDecisions.of(moment.authorizer(), requests);
          }
          List<Decision> decisions = new ArrayList<>(requests.size());
          for (int i = 0; i < requests.size(); i++) {
            if (i % BETWEEN_CHECKS == 0) {
              Deadline.check();
            }
            decisions.add(moment.authorizer().authorize(requests.get(i)));
          }
          return decisions;
        });
  }
}

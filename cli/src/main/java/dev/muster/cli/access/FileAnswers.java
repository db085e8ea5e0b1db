package dev.muster.cli.access;

import dev.muster.access.answer.AccessAnswer;
import dev.muster.authz.Attributes;
import dev.muster.authz.User;
import dev.muster.authz.rbac.explain.PolicyQuestions;
import java.util.List;

/** Answers of roles and bindings in files, where there is nothing else that decides. */
final class FileAnswers implements AnswerSource {
  private final PolicyQuestions questions;

  FileAnswers(RbacPolicy policy) {
    this.questions = new PolicyQuestions(policy.snapshot());
  }

  @Override
  public AccessAnswer ask(Attributes request) {
    return request.user().groups().contains(User.MASTERS)
        ? new AccessAnswer.Masters()
        : new AccessAnswer.ByPolicy(questions.why(request));
  }

  @Override
  public List<String> namespacesOf(User user) {
    return questions.namespacesOf(user);
  }
}

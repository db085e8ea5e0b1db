package dev.muster.cli.access;

import dev.muster.access.answer.AccessAnswer;
import dev.muster.authz.Attributes;
import dev.muster.authz.User;
import java.io.IOException;
import java.util.List;

/** Whoever knows whether something is allowed. */
interface AnswerSource {
  AccessAnswer ask(Attributes request) throws IOException, InterruptedException;

  /** In which namespaces roles are bound to somebody, by name. */
  List<String> namespacesOf(User user) throws IOException, InterruptedException;
}

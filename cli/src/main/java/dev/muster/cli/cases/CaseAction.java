package dev.muster.cli.cases;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.access.question.Question;

/** What a case does. */
sealed interface CaseAction {
  /** For people. */
  String describe();

  /** Asks the authorizers alone. */
  record Ask(Question.Words words) implements CaseAction {
    @Override
    public String describe() {
      String name = words.name();
      return words.verb() + " " + words.target() + (name == null ? "" : " " + name);
    }
  }

  /** Creates an object, on trial. */
  record Create(ObjectNode object) implements CaseAction {
    @Override
    public String describe() {
      return "create " + named(object);
    }
  }

  /** Changes something of an object of the policy's files, on trial. */
  record Update(ObjectNode object) implements CaseAction {
    @Override
    public String describe() {
      return "update " + named(object);
    }
  }

  /** Deletes an object of the policy's files, on trial. */
  record Delete(ObjectNode object) implements CaseAction {
    @Override
    public String describe() {
      return "delete " + named(object);
    }
  }

  private static String named(ObjectNode object) {
    String name = object.at("/metadata/name").asText();
    return object.path("kind").asText() + (name.isEmpty() ? "" : " " + name);
  }
}

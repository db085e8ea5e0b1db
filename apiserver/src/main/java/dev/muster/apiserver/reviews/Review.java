package dev.muster.apiserver.reviews;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.authz.User;

/** Answers one kind of question. Thread-safe. */
@FunctionalInterface
public interface Review {
  /**
   * @param asker who asks
   * @param question canonical, with its defaults; used up
   * @return a canonical object of the same kind
   */
  ObjectNode answer(User asker, ObjectNode question);
}

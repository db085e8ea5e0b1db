package dev.muster.apiserver.reviews;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.authz.User;

/** Answers one kind of review, once it is valid. Thread-safe. */
public interface Review {
  /** Refuses a review that cannot be answered, before anybody else is asked about it. */
  default void validate(ObjectNode review) {}

  /**
   * @param asker who asks
   * @param review canonical, with its defaults; used up
   * @return a canonical object of the same kind
   */
  ObjectNode answer(User asker, ObjectNode review);
}

package dev.muster.apiserver.registry;

import java.util.List;
import java.util.stream.Stream;

/** A step of an object's way to the store. {@code WritePath} has what is done in each. */
public enum WriteStage {
  /** Refuses a change that insists on another object than there is. */
  SAME_UID,
  /** Puts the object where the request says, in the version that it replaces. */
  PLACE,
  /** Drops owner references that a client sent twice. */
  OWNER_REFERENCES_SENT,
  /** Drops owner references that stand twice in what the server made. */
  OWNER_REFERENCES_MADE,
  /** Gives a new object its uid and its age. */
  IDENTITY,
  /** Notes who set which field. */
  OWNERSHIP,
  /** Makes the object canonical. */
  SETTLE,
  /** Mutating admission. */
  ADMIT,
  /** Checks that are nobody's to switch off, such as the one against escalation. */
  GUARD,
  /** Lets the kind's strategy take out what the client cannot set, and name what has no name. */
  PREPARE,
  /** Gives out what only the server can give, until the write is through. */
  ASSIGN,
  /** The kind's rules, and its warnings. */
  VALIDATE,
  /** Validating admission. */
  VALIDATE_ADMISSION;

  private static final List<WriteStage> OF_CLIENTS =
      List.of(SETTLE, ADMIT, GUARD, PREPARE, ASSIGN, VALIDATE, VALIDATE_ADMISSION);

  /** These, and after them the stages that nothing is spared that a client writes. */
  static List<WriteStage> clientWrite(WriteStage... first) {
    return Stream.concat(Stream.of(first), OF_CLIENTS.stream()).toList();
  }
}

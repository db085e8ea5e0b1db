package dev.muster.model.scheme;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Between a served version and the stored one. Both directions may change the tree they are given
 * and return it.
 */
public interface Conversion {
  /** Versions with the same fields: only the apiVersion differs, which the server sets itself. */
  Conversion SAME =
      new Conversion() {
        @Override
        public ObjectNode toStored(ObjectNode served) {
          return served;
        }

        @Override
        public ObjectNode fromStored(ObjectNode stored) {
          return stored;
        }
      };

  /** From this version to the stored one; may change its argument. */
  ObjectNode toStored(ObjectNode served);

  /** From the stored version to this one; may change its argument. */
  ObjectNode fromStored(ObjectNode stored);

  /** As {@link #fromStored}, for an object on its way to the store. */
  default ObjectNode fromWritten(ObjectNode object) {
    return fromStored(object);
  }

  /** Whether versions that know other fields are told apart by their names only. */
  default boolean renamesOnly() {
    return false;
  }
}

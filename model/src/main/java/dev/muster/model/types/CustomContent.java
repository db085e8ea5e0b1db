package dev.muster.model.types;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Consumer;

/**
 * What a custom resource may hold, where no table of fields says it. Immutable, safe for any
 * thread.
 */
public interface CustomContent {

  /**
   * Takes out what is not known, and gives metadata of objects inside this one the form that
   * metadata has.
   *
   * @param unknown is told the path of each field that is taken out
   * @throws IllegalArgumentException if what should be metadata cannot be
   */
  void coerce(ObjectNode object, Consumer<String> unknown);

  /** The schema as its definition has it. Not to be changed. */
  ObjectNode published();
}

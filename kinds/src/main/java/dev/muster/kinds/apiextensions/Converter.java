package dev.muster.kinds.apiextensions;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Turns an object of one version of a definition into one of another. */
@FunctionalInterface
public interface Converter {
  /** Nothing but the apiVersion changes. */
  Converter NONE = (object, apiVersion) -> object.put("apiVersion", apiVersion);

  /**
   * @param object in the version that it names itself; used up
   * @throws dev.muster.model.status.ApiException if it cannot be converted
   */
  ObjectNode convert(ObjectNode object, String apiVersion);
}

package dev.muster.identity.credspec;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** A node with its path; faults found in it go to the reader's list. */
record Place(JsonNode node, String path, List<Fault> faults) {

  Place get(String field) {
    return new Place(node.path(field), path + "." + field, faults);
  }

  List<Place> elements() {
    List<Place> out = new ArrayList<>();
    for (int i = 0; i < node.size(); i++) {
      out.add(new Place(node.path(i), path + "[" + i + "]", faults));
    }
    return out;
  }

  boolean isObject() {
    return node.isObject();
  }

  boolean isAbsent() {
    return node.isMissingNode();
  }

  void fault(String problem) {
    faults.add(new Fault(path, problem));
  }

  boolean requireObject() {
    if (!node.isObject()) {
      fault(isAbsent() ? "is required" : "must be an object");
    }
    return node.isObject();
  }

  boolean requireElements() {
    boolean any = node.isArray() && !node.isEmpty();
    if (!any) {
      fault(isAbsent() ? "is required" : "must be a list with at least one element");
    }
    return any;
  }

  /** The text that has to be here, empty if it is not. */
  String text(Syntax syntax) {
    if (!node.isTextual()) {
      fault(isAbsent() ? "is required" : "must be a text");
      return "";
    }
    String text = node.textValue();
    syntax.problem(text).ifPresent(this::fault);
    return text;
  }
}

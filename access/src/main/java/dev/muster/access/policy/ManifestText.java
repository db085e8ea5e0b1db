package dev.muster.access.policy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.access.PolicyException;
import dev.muster.model.codec.DecodeException;
import dev.muster.model.codec.Yaml;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Objects as people write them: documents of YAML or JSON, one after the other, lists opened. */
public final class ManifestText {
  private static final Pattern SEPARATOR = Pattern.compile("(?m)^---(?=\\s|$)");

  private ManifestText() {}

  /**
   * The objects in a text, each with its place.
   *
   * @param name where the text is from, for messages
   * @param most so many objects are read
   * @throws PolicyException if something is no YAML, no object, or there are more
   */
  public static List<PolicyDocument> read(String name, String text, int most) {
    List<PolicyDocument> found = new ArrayList<>();
    int number = 0;
    for (String document : SEPARATOR.split(text, -1)) {
      if (document.isBlank()) {
        continue;
      }
      String place = name + ": document " + ++number;
      try {
        add(place, Yaml.toTree(document.getBytes(StandardCharsets.UTF_8)), found);
      } catch (DecodeException e) {
        throw new PolicyException(place + ": " + e.getMessage());
      }
      if (found.size() > most) {
        throw new PolicyException(name + ": has more than " + most + " objects");
      }
    }
    return found;
  }

  private static void add(String place, JsonNode tree, List<PolicyDocument> found) {
    if (tree.path("items").isArray()) {
      int number = 0;
      for (JsonNode item : tree.path("items")) {
        String its = place + ": items[" + number++ + "]";
        if (!(item instanceof ObjectNode object)) {
          throw new PolicyException(its + ": is no object");
        }
        found.add(new PolicyDocument(its, object));
      }
    } else if (tree instanceof ObjectNode object) {
      found.add(new PolicyDocument(place, object));
    } else if (!tree.isNull() && !tree.isMissingNode()) {
      throw new PolicyException(place + ": is no object");
    }
  }
}

package dev.muster.apiserver.reviews;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.authz.User;
import dev.muster.model.field.At;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Users in the form in which reviews carry them. */
final class UserInfo {
  private UserInfo() {}

  /**
   * @param nameField what the user's name is called there
   */
  static User read(At from, String nameField) {
    Map<String, List<String>> extra = new LinkedHashMap<>();
    from.get("extra").entries().forEach(e -> extra.put(e.getKey(), e.getValue().texts()));
    return new User(from.text(nameField), from.text("uid"), from.get("groups").texts(), extra);
  }

  static ObjectNode write(User user) {
    ObjectNode info = JsonNodeFactory.instance.objectNode();
    if (!user.name().isEmpty()) {
      info.put("username", user.name());
    }
    if (!user.uid().isEmpty()) {
      info.put("uid", user.uid());
    }
    if (!user.groups().isEmpty()) {
      user.groups().forEach(info.putArray("groups")::add);
    }
    if (!user.extra().isEmpty()) {
      ObjectNode extra = info.putObject("extra");
      user.extra().forEach((key, values) -> values.forEach(extra.putArray(key)::add));
    }
    return info;
  }
}

package dev.muster.apiserver.reviews;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.muster.authz.Attributes;
import dev.muster.authz.User;
import dev.muster.model.codec.Trees;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads a list of plain questions without making trees of them. Whatever is not quite plain, faults
 * included, is left to those who read anything: they say what is wrong with it.
 */
final class PlainQuestionReader {
  private final JsonParser in;
  private final List<PlainQuestion> questions = new ArrayList<>();

  private PlainQuestionReader(JsonParser in) {
    this.in = in;
  }

  /** Something that only others can read. */
  private static final class NotPlain extends IOException {
    private static final long serialVersionUID = 1;
  }

  /** The questions of a body; empty if it is not all plain. */
  static Optional<List<PlainQuestion>> read(byte[] json, String apiVersion, String kind, int most) {
    if (!plainText(json)) {
      return Optional.empty();
    }
    try (JsonParser in = Trees.FACTORY.createParser(json)) {
      PlainQuestionReader reader = new PlainQuestionReader(in);
      reader.list(apiVersion, kind, most);
      return Optional.of(reader.questions);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** ASCII without escapes: there is one way to read it. */
  private static boolean plainText(byte[] json) {
    for (byte each : json) {
      if (each < 0 || each == '\\') {
        return false;
      }
    }
    return json.length >= 2 && json[0] == '{';
  }

  private void list(String apiVersion, String kind, int most) throws IOException {
    expect(in.nextToken() == JsonToken.START_OBJECT);
    int seen = 0;
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String field = in.currentName();
      switch (field) {
        case "kind" -> {
          seen = once(seen, 1);
          expect(text().equals(kind));
        }
        case "apiVersion" -> {
          seen = once(seen, 2);
          expect(text().equals(apiVersion));
        }
        case "items" -> {
          seen = once(seen, 4);
          expect(in.nextToken() == JsonToken.START_ARRAY);
          while (in.nextToken() != JsonToken.END_ARRAY) {
            expect(questions.size() < most);
            item();
          }
        }
        default -> throw new NotPlain();
      }
    }
    expect(seen == 7 && in.nextToken() == null);
  }

  private void item() throws IOException {
    expect(in.currentToken() == JsonToken.START_OBJECT);
    expect(in.nextToken() == JsonToken.FIELD_NAME && in.currentName().equals("spec"));
    expect(in.nextToken() == JsonToken.START_OBJECT);
    spec();
    expect(in.nextToken() == JsonToken.END_OBJECT);
  }

  private void spec() throws IOException {
    String user = "";
    String uid = "";
    List<String> groups = List.of();
    @Nullable String @Nullable [] resource = null;
    @Nullable String @Nullable [] path = null;
    int seen = 0;
    while (in.nextToken() != JsonToken.END_OBJECT) {
      switch (in.currentName()) {
        case "user" -> {
          seen = once(seen, 1);
          user = text();
        }
        case "uid" -> {
          seen = once(seen, 2);
          uid = text();
        }
        case "groups" -> {
          seen = once(seen, 4);
          groups = texts();
        }
        case "resourceAttributes" -> {
          seen = once(seen, 8);
          resource = fields(PlainQuestionReader::ofResource, 7);
        }
        case "nonResourceAttributes" -> {
          seen = once(seen, 16);
          path = fields(PlainQuestionReader::ofPath, 2);
        }
        default -> throw new NotPlain();
      }
    }
    expect((resource == null) != (path == null));
    expect(!user.isEmpty() || !groups.isEmpty());
    User who = new User(user, uid, groups, Map.of());
    questions.add(
        resource == null
            ? path(who, path == null ? new String[2] : path)
            : resource(who, resource));
  }

  private static PlainQuestion resource(User user, @Nullable String[] of) {
    String version = or(of[2], "");
    return new PlainQuestion(
        Attributes.resource(
            user,
            or(of[0], ""),
            or(of[1], ""),
            version.isEmpty() ? "*" : version,
            or(of[3], ""),
            or(of[4], ""),
            or(of[5], ""),
            or(of[6], "")),
        !version.isEmpty());
  }

  private static PlainQuestion path(User user, @Nullable String[] of) {
    return new PlainQuestion(Attributes.nonResource(user, or(of[0], ""), or(of[1], "")), false);
  }

  private static String or(@Nullable String value, String otherwise) {
    return value == null ? otherwise : value;
  }

  /** Where a field stands, or -1. */
  @FunctionalInterface
  private interface Places {
    int of(String field);
  }

  private static int ofResource(String field) {
    return switch (field) {
      case "verb" -> 0;
      case "group" -> 1;
      case "version" -> 2;
      case "resource" -> 3;
      case "subresource" -> 4;
      case "namespace" -> 5;
      case "name" -> 6;
      default -> -1;
    };
  }

  private static int ofPath(String field) {
    return switch (field) {
      case "verb" -> 0;
      case "path" -> 1;
      default -> -1;
    };
  }

  private @Nullable String[] fields(Places places, int count) throws IOException {
    @Nullable String[] values = new String[count];
    expect(in.nextToken() == JsonToken.START_OBJECT);
    while (in.nextToken() != JsonToken.END_OBJECT) {
      int place = places.of(in.currentName());
      expect(place >= 0 && values[place] == null);
      values[place] = text();
    }
    return values;
  }

  private List<String> texts() throws IOException {
    expect(in.nextToken() == JsonToken.START_ARRAY);
    List<String> texts = new ArrayList<>();
    while (in.nextToken() != JsonToken.END_ARRAY) {
      expect(in.currentToken() == JsonToken.VALUE_STRING);
      texts.add(in.getText());
    }
    return texts;
  }

  private String text() throws IOException {
    expect(in.nextToken() == JsonToken.VALUE_STRING);
    return in.getText();
  }

  private static int once(int seen, int field) throws IOException {
    expect((seen & field) == 0);
    return seen | field;
  }

  private static void expect(boolean plain) throws IOException {
    if (!plain) {
      throw new NotPlain();
    }
  }
}

package dev.muster.model.codec;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.go.GoText;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.model.scheme.SharedType;
import dev.muster.model.status.ApiException;
import dev.muster.model.status.Status;
import dev.muster.model.types.Schema;
import dev.muster.model.types.StructType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the bodies of requests. Whatever the bytes are, the outcome is a canonical object of the
 * expected type or an {@link ApiException} that says why not. Thread-safe.
 */
public final class Bodies {
  private static final String SCHEME = "pkg/api/legacyscheme/scheme.go:30";
  private static final int SUMMARY = 30;

  private final Supplier<Registered> registered;

  /** Reads objects of these kinds, also of those that are added later. */
  public Bodies(Kinds kinds) {
    this.registered = kinds.derived(() -> new Registered(kinds, Schema.kubernetes()));
  }

  /**
   * An object as the request gave it, with the kind and version it was asked in.
   *
   * @param warnings about fields that are unknown or given twice; empty unless warnings were asked
   *     for
   */
  public record Body(ObjectNode object, List<String> warnings) {}

  /** Reads an object of a kind, as {@link #read(Target, String, byte[], FieldValidation)} does. */
  public Body read(Kind kind, @Nullable String contentType, byte[] bytes, FieldValidation how) {
    return read(Target.of(kind), contentType, bytes, how);
  }

  /**
   * Reads what a body should hold; one that holds anything else is refused as the real server does.
   */
  public Body read(Target target, @Nullable String contentType, byte[] bytes, FieldValidation how) {
    return switch (MediaType.ofBody(contentType)) {
      case JSON -> {
        byte[] json = Utf8.repaired(bytes);
        Optional<ObjectNode> simple = simple(target, json);
        yield simple.isPresent()
            ? new Body(simple.get(), List.of())
            : examined(target, bytes, jsonSource(json), List.of(), how);
      }
      case YAML -> {
        Yaml.Document document = yaml(target, bytes);
        yield examined(target, bytes, () -> document.tree().traverse(), document.duplicates(), how);
      }
      case PROTOBUF -> {
        ObjectNode tree;
        try {
          tree = message(target, bytes);
        } catch (DecodeException e) {
          throw unrecognized(target, bytes, String.valueOf(e.getMessage()));
        }
        yield examined(target, bytes, tree::traverse, List.of(), how);
      }
    };
  }

  /**
   * A protobuf message as the JSON object it stands for; of a type that nobody knows only its name
   * is left.
   */
  private ObjectNode message(Target target, byte[] bytes) {
    Protobuf.Envelope envelope = Protobuf.open(bytes);
    String apiVersion =
        envelope.apiVersion().isEmpty() ? target.apiVersion() : envelope.apiVersion();
    String kind = envelope.kind().isEmpty() ? target.kind() : envelope.kind();
    boolean expected = apiVersion.equals(target.apiVersion()) && kind.equals(target.kind());
    Optional<StructType> type =
        expected
            ? Optional.of(target.type())
            : registered.get().find(ClaimedKind.of(apiVersion, kind));
    ObjectNode tree =
        type.map(t -> Protobuf.read(t, envelope.message()))
            .orElseGet(JsonNodeFactory.instance::objectNode);
    return tree.put("kind", kind).put("apiVersion", apiVersion);
  }

  /**
   * Reads what a patch made of an object. Here too the object says itself what it is.
   *
   * @throws DecodeException with the bare fault, which the caller puts into its own words
   */
  public Decoder.Decoded patched(Target target, byte[] json) {
    Optional<ObjectNode> simple = simple(target, json);
    if (simple.isPresent()) {
      return new Decoder.Decoded(simple.get(), List.of());
    }
    Source source = jsonSource(json);
    if (target.type().content() != null) {
      Decoder.Decoded custom = decoded(target.type(), source);
      CustomKind.checkPatched(claim(source), target, custom.object());
      return custom;
    }
    ClaimedKind claim = claim(source).orElse(target);
    boolean expected =
        claim.apiVersion().equals(target.apiVersion()) && claim.kind().equals(target.kind());
    StructType type =
        expected
            ? target.type()
            : registered
                .get()
                .find(claim)
                .orElseThrow(() -> new DecodeException(unregistered(claim)));
    Decoder.Decoded read = decoded(type, source);
    if (!expected && !convertible(claim, target)) {
      throw new DecodeException(inconvertible(type, target));
    }
    target.putTypeMeta(read.object());
    return read;
  }

  /**
   * The options of a delete request, in any version that has them.
   *
   * @throws ApiException with the bare fault, as the real server words it here
   */
  public ObjectNode deleteOptions(@Nullable String contentType, byte[] bytes) {
    MediaType format = MediaType.ofBody(contentType);
    StructType type = Schema.kubernetes().struct("meta/v1.DeleteOptions");
    try {
      JsonNode tree =
          switch (format) {
            case YAML -> Yaml.toTree(bytes);
            case PROTOBUF -> message(new Target("", "v1", "DeleteOptions", type), bytes);
            case JSON -> null;
          };
      Source source = tree == null ? jsonSource(Utf8.repaired(bytes)) : tree::traverse;
      ClaimedKind claim = claim(source).orElse(new Target("", "v1", "DeleteOptions", type));
      boolean known =
          claim.apiVersion().equals("meta.k8s.io/v1")
              || registered.get().serves(claim.apiVersion());
      if (!claim.kind().equals("DeleteOptions") || !known) {
        throw new DecodeException(unregistered(claim));
      }
      return decoded(type, source).object();
    } catch (DecodeException e) {
      throw Status.badRequest(String.valueOf(e.getMessage())).exception();
    }
  }

  /** The usual case in one pass: well-formed, of the expected kind, nothing to complain about. */
  private static Optional<ObjectNode> simple(Target target, byte[] json) {
    if (!startsAsText(json)) {
      return Optional.empty();
    }
    try (JsonParser in = Trees.FACTORY.createParser(json)) {
      Decoder.Decoded read = Decoder.decode(target.type(), in);
      ObjectNode object = read.object();
      boolean same =
          object.path("kind").asText().equals(target.kind())
              && object.path("apiVersion").asText().equals(target.apiVersion());
      return same && read.issues().isEmpty() && in.nextToken() == null
          ? Optional.of(object)
          : Optional.empty();
    } catch (IOException | DecodeException e) {
      return Optional.empty();
    }
  }

  /** The parser would guess other encodings than UTF-8 from these bytes. */
  private static boolean startsAsText(byte[] json) {
    return json.length >= 2 && json[0] != 0 && json[1] != 0 && json[0] != (byte) 0xef;
  }

  private Body examined(
      Target target, byte[] bytes, Source source, List<String> duplicates, FieldValidation how) {
    ClaimedKind claim;
    try {
      if (target.type().content() != null) {
        return custom(target, claim(source), bytes, source, duplicates, how);
      }
      claim = claim(source).orElse(target);
    } catch (DecodeException e) {
      throw unrecognized(target, bytes, String.valueOf(e.getMessage()));
    }
    if (claim.version().isEmpty()) {
      String text = new String(bytes, StandardCharsets.UTF_8);
      throw unfit(claim, target, "Object 'apiVersion' is missing in '" + text + "'");
    }
    boolean expected =
        claim.apiVersion().equals(target.apiVersion()) && claim.kind().equals(target.kind());
    StructType type = expected ? target.type() : foreign(claim, target);
    Decoder.Decoded read;
    try {
      read = decoded(type, source);
    } catch (DecodeException e) {
      throw unfit(claim, target, String.valueOf(e.getMessage()));
    }
    if (!expected && !convertible(claim, target)) {
      throw unfit(claim, target, inconvertible(type, target));
    }
    List<String> warnings = checked(claim, target, duplicates, read.issues(), how);
    if (!expected && !accepted(claim, target)) {
      throw Status.badRequest(
              "the API version in the data (%s) does not match the expected API version (%s)"
                  .formatted(claim.apiVersion(), target.apiVersion()))
          .exception();
    }
    ObjectNode object = read.object();
    target.putTypeMeta(object);
    return new Body(object, warnings);
  }

  /** A custom resource has to say itself what it is. */
  private static Body custom(
      Target target,
      ClaimedKind claim,
      byte[] bytes,
      Source source,
      List<String> duplicates,
      FieldValidation how) {
    if (claim.kind().isEmpty()) {
      throw new DecodeException(
          "Object 'Kind' is missing in '" + new String(bytes, StandardCharsets.UTF_8) + "'");
    }
    Decoder.Decoded read;
    try {
      read = decoded(target.type(), source);
    } catch (DecodeException e) {
      throw unfit(claim, target, String.valueOf(e.getMessage()));
    }
    List<String> warnings = checked(claim, target, duplicates, read.issues(), how);
    CustomKind.checkSent(claim, target, read.object());
    return new Body(read.object(), warnings);
  }

  private static String inconvertible(StructType type, Target target) {
    String from = type.name().substring(type.name().indexOf('/') + 1);
    String to = SharedType.of(target.group(), target.kind());
    return "converting (" + from + ") to (" + to + "): unknown conversion";
  }

  private StructType foreign(ClaimedKind claim, Target target) {
    return registered
        .get()
        .find(claim)
        .orElseThrow(() -> unfit(claim, target, unregistered(claim)));
  }

  private static boolean convertible(ClaimedKind claim, Target target) {
    return SharedType.of(claim.group(), claim.kind())
        .equals(SharedType.of(target.group(), target.kind()));
  }

  /** Evictions are taken in both of their versions. */
  private static boolean accepted(ClaimedKind claim, Target target) {
    return target.kind().equals("Eviction") && claim.group().equals(target.group());
  }

  private static List<String> checked(
      ClaimedKind claim,
      Target target,
      List<String> duplicates,
      List<String> issues,
      FieldValidation how) {
    List<String> all = new ArrayList<>();
    switch (how) {
      case IGNORE -> {}
      case WARN -> {
        all.addAll(duplicates);
        all.addAll(issues);
      }
      case STRICT -> {
        if (!duplicates.isEmpty()) {
          all.add("yaml: unmarshal errors:\n  " + String.join("\n  ", duplicates));
        }
        all.addAll(issues);
        if (!all.isEmpty()) {
          throw unfit(claim, target, "strict decoding error: " + String.join(", ", all));
        }
      }
    }
    return List.copyOf(all);
  }

  /** A body that can be read more than once. */
  @FunctionalInterface
  private interface Source {
    JsonParser open() throws IOException;
  }

  private static Source jsonSource(byte[] json) {
    return () -> {
      Optional<String> fault = JsonSyntax.fault(json);
      if (fault.isPresent()) {
        throw ClaimedKind.jsonFault(fault.get());
      }
      return Trees.FACTORY.createParser(json);
    };
  }

  private static Yaml.Document yaml(Target target, byte[] bytes) {
    try {
      return Yaml.read(bytes);
    } catch (DecodeException e) {
      throw unrecognized(target, bytes, String.valueOf(e.getMessage()));
    }
  }

  private static ClaimedKind claim(Source source) {
    try (JsonParser in = source.open()) {
      return ClaimedKind.read(in);
    } catch (IOException e) {
      throw ClaimedKind.jsonFault(String.valueOf(e.getMessage()));
    }
  }

  private static Decoder.Decoded decoded(StructType type, Source source) {
    try (JsonParser in = source.open()) {
      return Decoder.decode(type, in);
    } catch (IOException e) {
      throw new DecodeException(String.valueOf(e.getMessage()));
    }
  }

  private static String unregistered(ClaimedKind claim) {
    return "no kind %s is registered for version %s in scheme \"%s\""
        .formatted(GoText.quote(claim.kind()), GoText.quote(claim.apiVersion()), SCHEME);
  }

  private static ApiException unfit(ClaimedKind claim, Target target, String why) {
    return Status.badRequest(
            "%s in version %s cannot be handled as a %s: %s"
                .formatted(claim.kind(), GoText.quote(claim.version()), target.kind(), why))
        .exception();
  }

  private static ApiException unrecognized(Target target, byte[] bytes, String why) {
    return Status.badRequest(
            "the object provided is unrecognized (must be of type %s): %s (%s)"
                .formatted(target.kind(), why, summary(bytes)))
        .exception();
  }

  private static String summary(byte[] bytes) {
    if (bytes.length == 0) {
      return "<empty>";
    }
    byte[] first = Arrays.copyOf(bytes, Math.min(SUMMARY, bytes.length));
    String shown =
        first[0] == '{'
            ? new String(first, StandardCharsets.UTF_8)
            : HexFormat.of().formatHex(first);
    return bytes.length > SUMMARY ? shown + " ..." : shown;
  }
}

package dev.muster.cel;

import com.google.common.collect.ImmutableCollection;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The types of the variables {@code request}, {@code namespaceObject} and {@code variables}, the
 * last with what a policy has defined so far and an expression uses.
 */
final class AdmissionTypes implements CelTypeProvider {
  private static final String VARIABLES = "kubernetes.variables";
  private static final ListType TEXTS = ListType.create(SimpleType.STRING);
  private static final MapType TEXT_MAP = MapType.create(SimpleType.STRING, SimpleType.STRING);

  static final StructType USER =
      struct(
          "kubernetes.UserInfo",
          Map.of(
              "username",
              text(),
              "uid",
              text(),
              "groups",
              TEXTS,
              "extra",
              MapType.create(SimpleType.STRING, TEXTS)));
  static final StructType REQUEST;
  static final StructType NAMESPACE;

  static {
    StructType kind =
        struct(
            "kubernetes.GroupVersionKind",
            Map.of("group", text(), "version", text(), "kind", text()));
    StructType resource =
        struct(
            "kubernetes.GroupVersionResource",
            Map.of("group", text(), "version", text(), "resource", text()));
    Map<String, CelType> request = new LinkedHashMap<>();
    request.put("kind", kind);
    request.put("resource", resource);
    request.put("subResource", text());
    request.put("requestKind", kind);
    request.put("requestResource", resource);
    request.put("requestSubResource", text());
    request.put("name", text());
    request.put("namespace", text());
    request.put("operation", text());
    request.put("userInfo", USER);
    request.put("dryRun", SimpleType.BOOL);
    request.put("options", SimpleType.DYN);
    REQUEST = struct("kubernetes.AdmissionRequest", request);
    NAMESPACE = namespace();
  }

  private final StructType variables;

  private AdmissionTypes(StructType variables) {
    this.variables = variables;
  }

  /** With these variables of a policy. */
  static AdmissionTypes of(Map<String, CelType> variables) {
    return new AdmissionTypes(struct(VARIABLES, variables));
  }

  /** Whether a value of this type holds variables that its expression does not name. */
  static boolean holdsVariables(CelType type) {
    return type.name().equals(VARIABLES)
        || type.parameters().stream().anyMatch(AdmissionTypes::holdsVariables);
  }

  private static StructType namespace() {
    Map<String, CelType> metadata = new LinkedHashMap<>();
    for (String name :
        new String[] {"name", "generateName", "namespace", "UID", "resourceVersion"}) {
      metadata.put(name, text());
    }
    metadata.put("labels", TEXT_MAP);
    metadata.put("annotations", TEXT_MAP);
    metadata.put("creationTimestamp", SimpleType.TIMESTAMP);
    metadata.put("deletionTimestamp", SimpleType.TIMESTAMP);
    metadata.put("deletionGracePeriodSeconds", SimpleType.INT);
    metadata.put("generation", SimpleType.INT);
    metadata.put("finalizers", TEXTS);
    StructType condition =
        struct(
            "kubernetes.NamespaceCondition",
            Map.of(
                "status",
                text(),
                "type",
                text(),
                "lastTransitionTime",
                SimpleType.TIMESTAMP,
                "message",
                text(),
                "reason",
                text()));
    return struct(
        "kubernetes.Namespace",
        Map.of(
            "metadata",
            struct("kubernetes.NamespaceMetadata", metadata),
            "spec",
            struct("kubernetes.NamespaceSpec", Map.of("finalizers", TEXTS)),
            "status",
            struct(
                "kubernetes.NamespaceStatus",
                Map.of("conditions", ListType.create(condition), "phase", text()))));
  }

  private static CelType text() {
    return SimpleType.STRING;
  }

  static StructType struct(String name, Map<String, CelType> fields) {
    ImmutableMap<String, CelType> known = ImmutableMap.copyOf(fields);
    return StructType.create(
        name, ImmutableSet.copyOf(known.keySet()), field -> Optional.ofNullable(known.get(field)));
  }

  StructType variables() {
    return variables;
  }

  @Override
  public ImmutableCollection<CelType> types() {
    return ImmutableList.of(REQUEST, NAMESPACE, variables);
  }

  @Override
  public Optional<CelType> findType(String name) {
    return name.equals(VARIABLES) ? Optional.of(variables) : nested(name);
  }

  private static Optional<CelType> nested(String name) {
    return NAMED.containsKey(name) ? Optional.of(NAMED.get(name)) : ObjectTypes.named(name);
  }

  private static final Map<String, CelType> NAMED = new LinkedHashMap<>();

  static {
    collect(REQUEST);
    collect(NAMESPACE);
  }

  private static void collect(StructType struct) {
    NAMED.put(struct.name(), struct);
    for (StructType.Field field : struct.fields()) {
      CelType type = field.type();
      CelType inner = type instanceof ListType list ? list.elemType() : type;
      if (inner instanceof StructType deeper) {
        collect(deeper);
      }
    }
  }
}

package dev.muster.cel;

import com.google.common.collect.ImmutableCollection;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The types of a SubjectAccessReview's spec, as conditions of authorization webhooks see it. */
final class ReviewTypes implements CelTypeProvider {
  private static final ListType TEXTS = ListType.create(SimpleType.STRING);
  private static final ImmutableMap<String, CelType> ALL;

  static final StructType SPEC;

  static {
    StructType requirement =
        struct("SelectorRequirement", List.of("key", "operator"), Map.of("values", TEXTS));
    StructType fields = selector("FieldSelectorAttributes", requirement);
    StructType labels = selector("LabelSelectorAttributes", requirement);
    StructType resource =
        struct(
            "ResourceAttributes",
            List.of("namespace", "verb", "group", "version", "resource", "subresource", "name"),
            Map.of("fieldSelector", fields, "labelSelector", labels));
    StructType path = struct("NonResourceAttributes", List.of("path", "verb"), Map.of());
    SPEC =
        struct(
            "SubjectAccessReviewSpec",
            List.of("user", "uid"),
            Map.of(
                "resourceAttributes",
                resource,
                "nonResourceAttributes",
                path,
                "groups",
                TEXTS,
                "extra",
                MapType.create(SimpleType.STRING, TEXTS)));
    ImmutableMap.Builder<String, CelType> all = ImmutableMap.builder();
    for (StructType one : List.of(requirement, fields, labels, resource, path, SPEC)) {
      all.put(one.name(), one);
    }
    ALL = all.buildOrThrow();
  }

  private static StructType selector(String name, StructType requirement) {
    return struct(
        name, List.of("rawSelector"), Map.of("requirements", ListType.create(requirement)));
  }

  private static StructType struct(String name, List<String> texts, Map<String, CelType> others) {
    Map<String, CelType> fields = new LinkedHashMap<>(others);
    texts.forEach(text -> fields.put(text, SimpleType.STRING));
    return AdmissionTypes.struct("kubernetes." + name, fields);
  }

  @Override
  public ImmutableCollection<CelType> types() {
    return ImmutableList.copyOf(ALL.values());
  }

  @Override
  public Optional<CelType> findType(String name) {
    return Optional.ofNullable(ALL.get(name));
  }
}

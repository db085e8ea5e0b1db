package dev.muster.kinds.openapi;

import dev.muster.model.types.StructType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The names under which Kubernetes' own documents define its types. */
final class DefinitionNames {
  static final String META = "io.k8s.apimachinery.pkg.apis.meta.v1.";
  static final String QUANTITY = "io.k8s.apimachinery.pkg.api.resource.Quantity";
  static final String INT_OR_STRING = "io.k8s.apimachinery.pkg.util.intstr.IntOrString";
  static final String RAW = "io.k8s.apimachinery.pkg.runtime.RawExtension";

  private DefinitionNames() {}

  /** What a definition brings: {@code example.com/v1.Widget} is {@code com.example.v1.Widget}. */
  private static String reversed(String name) {
    int slash = name.indexOf('/');
    List<String> parts = new ArrayList<>(List.of(name.substring(0, slash).split("\\.")));
    Collections.reverse(parts);
    return String.join(".", parts) + "." + name.substring(slash + 1);
  }

  static String of(StructType type) {
    String name = type.name();
    if (!type.builtIn()) {
      return reversed(name);
    }
    int slash = name.indexOf('/');
    String table = name.substring(0, slash);
    String rest = name.substring(slash + 1);
    return switch (table) {
      case "meta" -> "io.k8s.apimachinery.pkg.apis.meta." + rest;
      case "access" -> "dev.muster.access." + rest;
      case "apiextensions" -> "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions." + rest;
      default -> "io.k8s.api." + table + "." + rest;
    };
  }
}

package dev.muster.apiserver.fabric8;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.muster.model.types.StructType;
import dev.muster.model.types.Type;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;

/** JSON properties of model classes that our schema does not know, as {@code struct.field}. */
final class ModelGaps {
  private final Set<String> seen = new HashSet<>();
  private final Set<String> gaps = new TreeSet<>();

  Set<String> gaps() {
    return gaps;
  }

  /** Compares a class and all classes it refers to. */
  void compare(Class<?> model, StructType ours) {
    if (!seen.add(model.getName() + " " + ours.name())) {
      return;
    }
    for (Field property : model.getDeclaredFields()) {
      JsonProperty name = property.getAnnotation(JsonProperty.class);
      if (name != null) {
        dev.muster.model.types.Field known = ours.field(name.value());
        if (known == null) {
          gaps.add(ours.name() + "." + name.value());
        } else {
          descend(property.getGenericType(), known.type());
        }
      }
    }
  }

  private void descend(java.lang.reflect.Type model, Type ours) {
    switch (ours) {
      case Type.Ref ref -> {
        if (model instanceof Class<?> type && type.getName().startsWith("io.fabric8.")) {
          compare(type, ref.struct());
        }
      }
      case Type.ListOf list -> descendInto(model, list.element());
      case Type.MapOf map -> descendInto(model, map.value());
      default -> {
        // scalars have no properties
      }
    }
  }

  /** The element of a list or the value of a map: the last type argument. */
  private void descendInto(java.lang.reflect.Type model, Type ours) {
    if (model instanceof ParameterizedType generic) {
      java.lang.reflect.Type[] arguments = generic.getActualTypeArguments();
      descend(arguments[arguments.length - 1], ours);
    }
  }
}

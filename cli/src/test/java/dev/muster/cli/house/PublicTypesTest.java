package dev.muster.cli.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is public in a library is there for somebody; the rest is its packages' own business. */
class PublicTypesTest {
  @ParameterizedTest
  @ValueSource(strings = {"base", "model", "authz", "identity", "volumes", "client"})
  void everyPublicTypeIsUsedElsewhereOrPartOfOneThatIs(String module) {
    List<JavaClass> types =
        MainClasses.all().stream()
            .filter(type -> (type.getPackageName() + ".").startsWith("dev.muster." + module + "."))
            .filter(type -> type.isTopLevelClass() && isPublic(type.getModifiers()))
            .toList();
    assertThat(types).isNotEmpty();
    assertThat(types.stream().filter(type -> !usedElsewhere(type) && !spokenOf(type)))
        .as("could be package-private")
        .isEmpty();
  }

  private static boolean isPublic(Set<JavaModifier> modifiers) {
    return modifiers.contains(JavaModifier.PUBLIC);
  }

  private static boolean usedElsewhere(JavaClass type) {
    return type.getDirectDependenciesToSelf().stream()
        .anyMatch(use -> !use.getOriginClass().getPackageName().equals(type.getPackageName()));
  }

  /** Whether a public method or constructor of another public type of the package names it. */
  private static boolean spokenOf(JavaClass type) {
    return type.getPackage().getClasses().stream()
        .filter(other -> !other.equals(type) && isPublic(other.getModifiers()))
        .flatMap(other -> other.getCodeUnits().stream())
        .filter(unit -> isPublic(unit.getModifiers()))
        .flatMap(PublicTypesTest::signature)
        .anyMatch(each -> each.getAllInvolvedRawTypes().contains(type));
  }

  private static Stream<JavaType> signature(JavaCodeUnit unit) {
    return Stream.concat(Stream.of(unit.getReturnType()), unit.getParameterTypes().stream());
  }
}

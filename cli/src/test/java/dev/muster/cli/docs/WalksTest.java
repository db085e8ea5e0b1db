package dev.muster.cli.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import dev.muster.cli.docs.DocumentedWalk.Step;
import dev.muster.cli.house.MainClasses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The walks that the page on the architecture tells can be followed in the code. */
class WalksTest {
  private static final Path PAGE = Path.of("..", "docs", "architecture.md");

  private static Map<String, List<JavaClass>> classes;

  @BeforeAll
  static void read() {
    classes = MainClasses.all().stream().collect(Collectors.groupingBy(WalksTest::outermost));
  }

  /** The simple name of the class in whose file it stands. */
  private static String outermost(JavaClass type) {
    String name = type.getName().substring(type.getPackageName().length() + 1);
    return name.replaceFirst("\\$.*", "");
  }

  static Stream<Arguments> steps() throws IOException {
    return DocumentedWalk.of(Files.readString(PAGE)).stream()
        .flatMap(walk -> walk.steps().stream().map(step -> arguments(walk.heading(), step)));
  }

  @Test
  void theWayOfARequestIsTold() throws IOException {
    assertThat(DocumentedWalk.of(Files.readString(PAGE)))
        .filteredOn(walk -> walk.heading().equals("The way of a request"))
        .singleElement()
        .satisfies(walk -> assertThat(walk.steps()).hasSizeGreaterThan(40));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("steps")
  void aStepIsTakenByTheClassThatThePageSays(String walk, Step step) {
    JavaClass type = only(step.type());
    assertThat(type.getAllMethods()).as(step.toString()).anyMatch(m -> is(m.getName(), step));
    if (step.caller() != null) {
      assertThat(calls(step.caller(), step))
          .as("calls from %s to %s", step.caller().type(), step)
          .isNotEmpty();
    }
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("steps")
  void whatOneMethodCallsIsToldInItsOrder(String walk, Step step) {
    if (step.caller() == null || step.before() == null) {
      return;
    }
    Map<String, Integer> first =
        calls(step.caller(), step.before()).stream()
            .collect(Collectors.toMap(WalksTest::within, JavaAccess::getLineNumber, Math::min));
    Map<String, Integer> last =
        calls(step.caller(), step).stream()
            .collect(Collectors.toMap(WalksTest::within, JavaAccess::getLineNumber, Math::max));
    assertThat(last)
        .allSatisfy(
            (method, line) ->
                assertThat(first.getOrDefault(method, line))
                    .as("the line of %s that calls %s", method, step.before())
                    .isLessThanOrEqualTo(line));
  }

  @Test
  void whatIsNoStepIsNoWalk() {
    assertThatThrownBy(() -> DocumentedWalk.of("## Way\n```walk\nA.b\n  then C.d\n```\n"))
        .hasMessage("not a step of a walk: \"  then C.d\"");
    assertThatThrownBy(() -> DocumentedWalk.of("## Way\n```walk\nA.b\nC.d\n```\n"))
        .hasMessage("nobody calls the step \"C.d\"");
  }

  @Test
  void aCallThatIsNotThereIsFoundMissing() {
    Step registry = new Step("Registry", "write", null, null);
    assertThat(calls(registry, new Step("WritePath", "write", registry, null))).isNotEmpty();
    assertThat(calls(registry, new Step("Commit", "commit", registry, null))).isEmpty();
  }

  private static JavaClass only(String type) {
    List<JavaClass> found =
        classes.getOrDefault(type, List.of()).stream()
            .filter(each -> each.getSimpleName().equals(type))
            .toList();
    assertThat(found).as("classes of the name " + type).hasSize(1);
    return found.getFirst();
  }

  /** Those in the caller, or in what is nested in it, that reach the step's method. */
  private static List<JavaAccess<?>> calls(Step caller, Step step) {
    JavaClass to = only(step.type());
    return classes.getOrDefault(caller.type(), List.of()).stream()
        .flatMap(each -> each.getAccessesFromSelf().stream())
        .filter(access -> is(access.getTarget().getName(), step))
        .filter(access -> to.isAssignableTo(access.getTargetOwner().getName()))
        .collect(Collectors.<JavaAccess<?>>toList());
  }

  private static String within(JavaAccess<?> access) {
    return access.getOrigin().getFullName();
  }

  private static boolean is(String method, Step step) {
    return method.equals(step.method());
  }
}

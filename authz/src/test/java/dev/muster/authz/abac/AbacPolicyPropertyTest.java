package dev.muster.authz.abac;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.authz.Attributes;
import dev.muster.authz.User;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class AbacPolicyPropertyTest {

  @Property
  void refusesAnyTextOnlyWithItsOwnError(@ForAll("texts") String text) {
    try {
      assertThat(AbacPolicy.parse("f", text).lines().size()).isLessThanOrEqualTo(text.length());
    } catch (AbacPolicyException e) {
      assertThat(e.badLines()).isNotEmpty().allSatisfy(bad -> assertThat(bad.line()).isPositive());
    }
  }

  @Property
  void decidesAsAScanOfAllLinesWould(
      @ForAll("policies") String text, @ForAll("requests") Attributes request)
      throws AbacPolicyException {
    var policy = AbacPolicy.parse("f", text);
    boolean scanned =
        policy.lines().stream()
            .anyMatch(line -> line.concerns(request.user()) && line.allows(request));
    assertThat(new AbacAuthorizer(policy).authorize(request).allowed()).isEqualTo(scanned);
  }

  @Provide
  Arbitrary<String> texts() {
    Arbitrary<String> pieces =
        Arbitraries.of(
            "{",
            "}",
            "\"",
            ":",
            ",",
            "[",
            "]",
            "\n",
            "#",
            " ",
            "\\u12",
            "null",
            "true",
            "1e999",
            "\"user\"",
            "\"spec\"",
            "\"readonly\"",
            "\"apiVersion\"",
            "\"kind\"",
            "\"Policy\"",
            "\"abac.authorization.kubernetes.io/v1beta1\"");
    Arbitrary<String> jsonLike = pieces.list().ofMaxSize(30).map(parts -> String.join("", parts));
    Arbitrary<String> mutated =
        Combinators.combine(
                policies(), Arbitraries.integers().between(0, 200), Arbitraries.chars().all())
            .as(
                (policy, at, c) -> {
                  int index = Math.min(at, policy.length());
                  return policy.substring(0, index) + c + policy.substring(index);
                });
    return Arbitraries.oneOf(Arbitraries.strings().all().ofMaxLength(60), jsonLike, mutated);
  }

  @Provide
  Arbitrary<String> policies() {
    return lines().list().ofMaxSize(8).map(lines -> String.join("\n", lines));
  }

  private static Arbitrary<String> lines() {
    Arbitrary<Map<String, String>> properties =
        Arbitraries.maps(
            Arbitraries.of("user", "group", "apiGroup", "namespace", "resource", "nonResourcePath"),
            Arbitraries.of("", "*", "a", "b", "/x", "/x/*"));
    return Combinators.combine(properties, Arbitraries.of(true, false))
        .as(
            (values, readonly) ->
                values.entrySet().stream()
                    .map(e -> "\"" + e.getKey() + "\":\"" + e.getValue() + "\"")
                    .collect(
                        Collectors.joining(
                            ",",
                            "{\"apiVersion\":\"abac.authorization.kubernetes.io/v1beta1\","
                                + "\"kind\":\"Policy\",\"spec\":{",
                            (values.isEmpty() ? "" : ",") + "\"readonly\":" + readonly + "}}")));
  }

  @Provide
  Arbitrary<Attributes> requests() {
    Arbitrary<String> values = Arbitraries.of("", "a", "b", "c");
    Arbitrary<String> verbs = Arbitraries.of("get", "watch", "create");
    Arbitrary<User> users =
        Combinators.combine(
                values, Arbitraries.of("a", "b", "system:authenticated").set().ofMaxSize(3))
            .as((name, groups) -> new User(name, "", List.copyOf(groups), Map.of()));
    Arbitrary<Attributes> resources =
        Combinators.combine(users, verbs, values, values, values)
            .as(
                (user, verb, group, resource, namespace) ->
                    Attributes.resource(user, verb, group, "v1", resource, "", namespace, ""));
    Arbitrary<Attributes> paths =
        Combinators.combine(users, verbs, Arbitraries.of("", "/", "/x", "/x/", "/x/y", "a"))
            .as(Attributes::nonResource);
    return Arbitraries.oneOf(resources, paths);
  }
}

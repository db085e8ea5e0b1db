package dev.muster.node.images;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which images an entry of a docker configuration is for, and what images are called. */
class RegistryKeyTest {
  @ParameterizedTest
  @CsvSource({
    "registry.example.org,             registry.example.org/app:1,          true",
    "https://registry.example.org/v2/, registry.example.org/app:1,          true",
    "http://registry.example.org/v1/,  registry.example.org/app@sha256:abc, true",
    "registry.example.org/team,        registry.example.org/team/app,       true",
    "registry.example.org/team,        registry.example.org/other/app,      false",
    "registry.example.org:5000,        registry.example.org/app,            false",
    "registry.example.org:5000,        registry.example.org:5000/app:1,     true",
    "*.example.org,                    registry.example.org/app,            true",
    "*.example.org,                    example.org/app,                     false",
    "*.example.org,                    a.b.example.org/app,                 false",
    "reg*y.ex?mple.org,                registry.example.org/app,            true",
    "*.org,                            registry.example.org/app,            false",
    "docker.io,                        nginx,                               true",
    "docker.io,                        index.docker.io/library/nginx,       true",
    "docker.io/library,                nginx:1.27,                          true",
    "docker.io/library,                team/nginx,                          false",
    "127.0.0.1:5000,                   127.0.0.1:5000/app,                  true",
    "'[::1]:5000',                     127.0.0.1:5000/app,                  false",
  })
  void anEntryIsForImages(String entry, String image, boolean matches) {
    assertThat(RegistryKey.parse(entry).orElseThrow().matches(ImageName.of(image)))
        .isEqualTo(matches);
  }

  @Test
  void aPatternThatStarsCostsNoMoreThanItsLength() {
    String stars = "*a".repeat(5000) + "b.org";
    assertThat(
            RegistryKey.parse(stars)
                .orElseThrow()
                .matches(ImageName.of("a".repeat(5000) + ".org/x")))
        .isFalse();
  }

  @ParameterizedTest
  @CsvSource({"https://", "user@registry.example.org", "/"})
  void whatIsNoAddressIsNobodys(String entry) {
    assertThat(RegistryKey.parse(entry)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "nginx,                nginx,                docker.io/library/nginx:latest",
    "nginx:1,              nginx,                docker.io/library/nginx:1",
    "team/app:1,           team/app,             docker.io/team/app:1",
    "localhost/app,        localhost/app,        localhost/app:latest",
    "host:5000/app,        host:5000/app,        host:5000/app:latest",
    "host:5000/app:1,      host:5000/app,        host:5000/app:1",
    "a.b/c:1@sha256:abc,   a.b/c,                a.b/c@sha256:abc",
    "index.docker.io/a/b,  index.docker.io/a/b,  docker.io/a/b:latest",
  })
  void anImageHasANameWithoutTagAndOneWithEverything(String image, String untagged, String full) {
    ImageName name = ImageName.of(image);
    assertThat(name.untagged()).isEqualTo(untagged);
    assertThat(name.full()).isEqualTo(full);
  }
}

package dev.muster.apiserver.reviews;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.Cluster;
import dev.muster.apiserver.authn.ServiceAccountTokens;
import dev.muster.apiserver.authn.TokenClaims;
import dev.muster.model.codec.Times;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.status.Status;
import dev.muster.views.AuthenticationV1.MutableTokenRequest;
import dev.muster.views.AuthenticationV1.MutableTokenRequestSpec;
import dev.muster.views.AuthenticationV1.TokenRequest;
import dev.muster.views.AuthenticationV1.TokenRequestSpec;
import dev.muster.views.CoreV1.ServiceAccount;
import dev.muster.views.MetaV1.MutableObjectMeta;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Tokens for service accounts, for an audience, a time, and as long as an object exists. */
public final class TokenRequests {
  private static final String GROUP = "authentication.k8s.io";
  private static final String KIND = "TokenRequest";
  private static final long DEFAULT_SECONDS = 3600;
  private static final long SHORTEST = 600;
  private static final long LONGEST = 1L << 32;

  /** What kubelets ask for on behalf of pods that may not know yet that tokens expire. */
  private static final long EXTENDED = 3607;

  private static final Duration EXTENSION = Duration.ofDays(365);

  private final Cluster cluster;
  private final ServiceAccountTokens tokens;
  private final List<String> apiAudiences;
  private final Optional<Duration> longestLife;
  private final boolean extension;
  private final InstantSource clock;

  /**
   * @param apiAudiences whom tokens are for when a request does not say
   * @param longestLife a token that is to live longer gets this time
   * @param extension whether the usual tokens of pods live longer than they say
   */
  public TokenRequests(
      Cluster cluster,
      ServiceAccountTokens tokens,
      List<String> apiAudiences,
      Optional<Duration> longestLife,
      boolean extension,
      InstantSource clock) {
    this.cluster = cluster;
    this.tokens = tokens;
    this.apiAudiences = List.copyOf(apiAudiences);
    this.longestLife = longestLife;
    this.extension = extension;
    this.clock = clock;
  }

  /** Fills in what a request leaves open, before its fields get their owners. */
  public static void applyDefaults(ObjectNode request) {
    MutableTokenRequest.of(request).spec().ensure().expirationSeconds().defaultTo(DEFAULT_SECONDS);
  }

  /**
   * @param name of the service account, as in the URL
   * @param request a TokenRequest in its namespace, with its defaults; used up
   * @param admission sees the request when it is complete, and refuses it by throwing
   */
  public ObjectNode answer(
      String namespace, String name, ObjectNode request, Consumer<ObjectNode> admission) {
    MutableTokenRequest asked = MutableTokenRequest.of(request);
    MutableObjectMeta metadata = asked.metadata().ensure();
    checkName(name, metadata.name().text());
    String uid =
        cluster
            .get("v1", "ServiceAccount", namespace, name)
            .map(account -> ServiceAccount.of(account).metadata().uid().text())
            .orElseThrow(() -> Status.notFound("", "serviceaccounts", name).exception());
    checkUid(name, metadata.uid().text(), uid);
    Instant now = Instant.ofEpochSecond(clock.instant().getEpochSecond());
    metadata.name(name).namespace(namespace).uid(uid);
    metadata.creationTimestamp(Times.seconds(now));
    MutableTokenRequestSpec given = asked.spec().ensure();
    if (given.audiences().empty()) {
      apiAudiences.forEach(given.audiences().list()::add);
    }
    long seconds = given.expirationSeconds().number();
    asked.status().remove();
    validateLifetime(seconds);
    admission.accept(request);
    if (longestLife.isPresent() && seconds > longestLife.get().toSeconds()) {
      seconds = longestLife.get().toSeconds();
      asked.spec().ensure().expirationSeconds(seconds);
    }
    TokenRequestSpec spec = TokenRequest.of(request).spec();
    TokenBinding binding = TokenBinding.of(cluster, namespace, name, spec.boundObjectRef());
    String token = issue(namespace, new TokenClaims.Ref(name, uid), spec, binding);
    asked
        .status()
        .replace()
        .token(token)
        .expirationTimestamp(Times.seconds(now.plusSeconds(seconds)));
    return request;
  }

  private String issue(
      String namespace, TokenClaims.Ref account, TokenRequestSpec spec, TokenBinding binding) {
    long seconds = spec.expirationSeconds().number();
    List<String> audiences = spec.audiences().texts();
    Duration lifetime = Duration.ofSeconds(seconds);
    boolean extended =
        extension
            && binding.pod().isPresent()
            && seconds == EXTENDED
            && Set.copyOf(apiAudiences).containsAll(audiences);
    return tokens
        .issue(
            new ServiceAccountTokens.Request(
                namespace,
                account,
                audiences,
                extended ? extendedLife() : lifetime,
                binding.pod(),
                binding.secret(),
                binding.node(),
                extended ? Optional.of(lifetime) : Optional.empty()))
        .token();
  }

  private Duration extendedLife() {
    return longestLife.filter(life -> life.compareTo(EXTENSION) < 0).orElse(EXTENSION);
  }

  private static void checkName(String name, String given) {
    if (!given.isEmpty() && !given.equals(name)) {
      Errors errors = new Errors();
      errors.invalidText(
          Path.of("metadata", "name"), given, "must match the service account name if specified");
      throw Status.invalid(GROUP, KIND, name, errors).exception();
    }
  }

  private static void checkUid(String name, String given, String uid) {
    if (!given.isEmpty() && !given.equals(uid)) {
      throw Status.conflict(
              GROUP,
              KIND,
              name,
              "the UID in the token request ("
                  + given
                  + ") does not match the UID of the service account ("
                  + uid
                  + ")")
          .exception();
    }
  }

  private static void validateLifetime(long seconds) {
    Errors errors = new Errors();
    Path path = Path.of("spec", "expirationSeconds");
    if (seconds < SHORTEST) {
      errors.invalid(
          path, Long.toString(seconds), "may not specify a duration less than 10 minutes");
    }
    if (seconds > LONGEST) {
      errors.invalid(
          path, Long.toString(seconds), "may not specify a duration larger than 2^32 seconds");
    }
    if (!errors.isEmpty()) {
      throw Status.invalid(GROUP, KIND, "", errors).exception();
    }
  }
}

package dev.muster.node.access;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.views.AuthenticationV1.MutableTokenReview;
import dev.muster.views.AuthenticationV1.TokenReview;
import dev.muster.views.AuthenticationV1.TokenReviewStatus;
import dev.muster.views.AuthorizationV1.MutableSubjectAccessReview;
import dev.muster.views.AuthorizationV1.MutableSubjectAccessReviewSpec;
import dev.muster.views.AuthorizationV1.SubjectAccessReview;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets requests to the node's server in, or not. */
public final class NodeGate {
  private static final Logger LOG = LoggerFactory.getLogger(NodeGate.class);
  private static final Duration TELL_EVERY = Duration.ofMinutes(1);
  private static final String TOKENS = "/apis/authentication.k8s.io/v1/tokenreviews";
  private static final String ACCESS = "/apis/authorization.k8s.io/v1/subjectaccessreviews";

  private final String node;
  private final NodeAccess settings;
  private final Reviewer reviewer;
  private final ReviewBudget tokenReviews;

  /** For those who are known, so that strangers do not use it up. */
  private final ReviewBudget accessReviews;

  private final LongSupplier nanos;
  private final AtomicLong told;

  /** Apart from each other, so that a flood of the one does not wash the other away. */
  private final Remembered<NodeUser> known;

  private final Remembered<Boolean> unknown;
  private final Remembered<Boolean> allowed;
  private final Remembered<Boolean> denied;

  public NodeGate(String node, NodeAccess settings, Reviewer reviewer, InstantSource clock) {
    this(node, settings, reviewer, clock, System::nanoTime);
  }

  NodeGate(
      String node,
      NodeAccess settings,
      Reviewer reviewer,
      InstantSource clock,
      LongSupplier nanos) {
    this.node = node;
    this.settings = settings;
    this.reviewer = reviewer;
    this.tokenReviews = new ReviewBudget(nanos);
    this.accessReviews = new ReviewBudget(nanos);
    this.nanos = nanos;
    this.told = new AtomicLong(nanos.getAsLong() - 2 * TELL_EVERY.toNanos());
    this.known = new Remembered<>(clock, settings.tokenTtl());
    this.unknown = new Remembered<>(clock, settings.tokenTtl());
    this.allowed = new Remembered<>(clock, settings.allowedTtl());
    this.denied = new Remembered<>(clock, settings.deniedTtl());
  }

  /**
   * Returns if the request may go on.
   *
   * @param certified by a certificate, if one was shown
   * @param token if one was sent
   * @param path the first part of the request's path
   */
  public void check(
      Optional<NodeUser> certified,
      Optional<String> token,
      InetAddress from,
      String method,
      String path)
      throws AccessProblem {
    NodeUser user = certified.isPresent() ? certified.get() : user(token, from);
    if (user.isMaster() || settings.mode() == NodeAccess.Mode.AlwaysAllow) {
      return;
    }
    NodeAttributes asked = NodeAttributes.of(method, path);
    for (String subresource : asked.subresources()) {
      if (may(user, asked.verb(), subresource, from)) {
        return;
      }
    }
    throw new AccessProblem(
        403,
        "Forbidden (user=%s, verb=%s, resource=nodes, subresource(s)=%s)\n"
            .formatted(
                user.name(), asked.verb(), asked.subresources().toString().replace(",", "")));
  }

  private NodeUser user(Optional<String> token, InetAddress from) throws AccessProblem {
    if (token.isEmpty() && settings.anonymous()) {
      return NodeUser.ANONYMOUS;
    }
    if (token.isEmpty() || !settings.tokens()) {
      throw unauthorized();
    }
    String key = digest(token.get());
    Optional<NodeUser> found = known.get(key);
    if (found.isPresent()) {
      return found.get();
    }
    if (unknown.get(key).isPresent()) {
      throw unauthorized();
    }
    MutableTokenReview review =
        MutableTokenReview.create().apiVersion("authentication.k8s.io/v1").kind("TokenReview");
    review.spec().ensure().token(token.get());
    TokenReviewStatus status =
        TokenReview.of(ask(TOKENS, review.tree(), from, unauthorized())).status();
    if (!status.authenticated().truth()) {
      unknown.put(key, true);
      throw unauthorized();
    }
    NodeUser user = NodeUser.of(status.user());
    known.put(key, user);
    return user;
  }

  private boolean may(NodeUser user, String verb, String subresource, InetAddress from)
      throws AccessProblem {
    String key = String.join("\0", List.of(user.toString(), verb, subresource));
    if (allowed.get(key).isPresent()) {
      return true;
    }
    if (denied.get(key).isPresent()) {
      return false;
    }
    MutableSubjectAccessReview review =
        MutableSubjectAccessReview.create()
            .apiVersion("authorization.k8s.io/v1")
            .kind("SubjectAccessReview");
    MutableSubjectAccessReviewSpec spec = review.spec().ensure();
    user.describe(spec);
    spec.resourceAttributes()
        .replace()
        .verb(verb)
        .version("v1")
        .resource("nodes")
        .subresource(subresource)
        .name(node);
    AccessProblem failed =
        new AccessProblem(
            500,
            "Authorization error (user=%s, verb=%s, resource=nodes, subresource=%s)"
                .formatted(user.name(), verb, subresource));
    boolean yes =
        SubjectAccessReview.of(ask(ACCESS, review.tree(), from, failed)).status().allowed().truth();
    (yes ? allowed : denied).put(key, true);
    return yes;
  }

  private ObjectNode ask(String path, ObjectNode review, InetAddress from, AccessProblem failed)
      throws AccessProblem {
    if (!(path.equals(TOKENS) ? tokenReviews : accessReviews).take(from)) {
      throw new AccessProblem(429, "Too Many Requests");
    }
    try {
      return reviewer.review(path, review);
    } catch (IOException e) {
      tell(e);
      throw failed;
    }
  }

  /** Once a minute: whoever knocks must not fill the log. */
  private void tell(IOException problem) {
    long now = nanos.getAsLong();
    long last = told.get();
    if (now - last > TELL_EVERY.toNanos() && told.compareAndSet(last, now)) {
      LOG.warn("the API server does not say who may use this node: {}", problem.getMessage());
    }
  }

  private static AccessProblem unauthorized() {
    return new AccessProblem(401, "Unauthorized");
  }

  /** Tokens are not kept. */
  private static String digest(String token) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  int remembered() {
    return known.size() + unknown.size() + allowed.size() + denied.size();
  }
}

package dev.muster.apiserver.impersonation;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.muster.apiserver.authn.ServiceAccountUser;
import dev.muster.authz.Attributes;
import dev.muster.authz.Authorizer;
import dev.muster.authz.Decision;
import dev.muster.authz.Problems;
import dev.muster.authz.Refusal;
import dev.muster.authz.User;
import dev.muster.model.status.ApiException;
import dev.muster.model.status.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a requestor is taken for another user. The way that was open to a requestor the
 * last time is tried first; the first refusal is told. Thread-safe.
 */
public final class ConstrainedImpersonation {
  private static final String AUTHENTICATION = "authentication.k8s.io";
  private static final String MASTERS_REFUSED =
      "impersonating the system:masters group is not allowed";

  /** So many checks of one kind that a single one for all of them is tried first. */
  private static final int MANY = 4;

  private final Authorizer authorizer;

  /** What was successful the last time, by the requestor's name. */
  private final Cache<Integer, ImpersonationMode> last =
      Caffeine.newBuilder().maximumSize(10_000).executor(Runnable::run).build();

  public ConstrainedImpersonation(Authorizer authorizer) {
    this.authorizer = authorizer;
  }

  /**
   * The user that a request is answered as.
   *
   * @param request what the requestor asks for
   * @throws ApiException if no way is open
   */
  public User impersonate(WantedUser wanted, Attributes request) {
    User requestor = request.user();
    // names that share a number share no right: only the order of the ways is kept
    int key = requestor.name().hashCode();
    ImpersonationMode first = last.getIfPresent(key);
    ApiException refusal = null;
    for (ImpersonationMode mode : order(first)) {
      if (!mode.applies(wanted, requestor)) {
        continue;
      }
      try {
        User allowed = check(mode, wanted, request);
        last.put(key, mode);
        return allowed;
      } catch (ApiException e) {
        refusal = refusal == null ? e : refusal;
      }
    }
    throw refusal == null ? Status.forbidden("", "", "", "").exception() : refusal;
  }

  private static List<ImpersonationMode> order(@Nullable ImpersonationMode first) {
    List<ImpersonationMode> all = new ArrayList<>(List.of(ImpersonationMode.values()));
    if (first != null) {
      all.remove(first);
      all.addFirst(first);
    }
    return all;
  }

  private User check(ImpersonationMode mode, WantedUser wanted, Attributes request) {
    User requestor = ImpersonationQuestions.seenAs(mode, request.user());
    if (mode.constrained()) {
      authorize(
          ImpersonationQuestions.withVerb(request.as(requestor), mode.verbOn(request.verb())));
    }
    authorize(ImpersonationQuestions.named(mode, wanted.name(), requestor));
    if (!wanted.uid().isEmpty()) {
      authorize(
          ImpersonationQuestions.target(requestor, mode, AUTHENTICATION, "uids", "", wanted.uid()));
    }
    checkGroups(mode, wanted.groups(), requestor);
    checkExtra(mode, wanted.extra(), requestor);
    return user(mode, wanted);
  }

  private void checkGroups(ImpersonationMode mode, List<String> groups, User requestor) {
    String api = mode.constrained() ? AUTHENTICATION : "";
    if (mode.constrained()) {
      if (groups.contains("")) {
        throw refused(
            ImpersonationQuestions.target(requestor, mode, api, "groups", "", ""),
            "impersonating the empty string group is not allowed");
      }
      if (groups.contains(User.MASTERS)) {
        throw refused(
            ImpersonationQuestions.target(requestor, mode, api, "groups", "", User.MASTERS),
            MASTERS_REFUSED);
      }
      if (groups.size() >= MANY
          && allowed(ImpersonationQuestions.target(requestor, mode, api, "groups", "", "*"))) {
        return;
      }
    }
    groups.forEach(
        group ->
            authorize(ImpersonationQuestions.target(requestor, mode, api, "groups", "", group)));
  }

  private void checkExtra(ImpersonationMode mode, Map<String, List<String>> extra, User requestor) {
    if (extra.isEmpty()) {
      return;
    }
    if (mode.constrained()) {
      Optional<String> fault = ExtraKeys.fault(extra);
      if (fault.isPresent()) {
        throw refused(
            ImpersonationQuestions.target(requestor, mode, AUTHENTICATION, "userextras", "", ""),
            fault.get());
      }
      int values = extra.values().stream().mapToInt(List::size).sum();
      if ((extra.size() >= MANY || values >= MANY)
          && allowed(
              ImpersonationQuestions.target(
                  requestor, mode, AUTHENTICATION, "userextras", "*", "*"))) {
        return;
      }
    }
    extra.forEach(
        (key, values) ->
            values.forEach(
                value ->
                    authorize(
                        ImpersonationQuestions.target(
                            requestor, mode, AUTHENTICATION, "userextras", key, value))));
  }

  private static User user(ImpersonationMode mode, WantedUser wanted) {
    List<String> groups = new ArrayList<>(wanted.groups());
    if (groups.isEmpty()) {
      ServiceAccountUser.parse(wanted.name()).ifPresent(account -> groups.addAll(account.groups()));
      if (mode.constrained() && ImpersonationMode.node(wanted.name()).isPresent()) {
        groups.add("system:nodes");
      }
    }
    String status =
        wanted.name().equals("system:anonymous")
            ? "system:unauthenticated"
            : "system:authenticated";
    if (!groups.contains(status) && !groups.contains("system:unauthenticated")) {
      groups.add(status);
    }
    return new User(wanted.name(), wanted.uid(), groups, wanted.extra());
  }

  private boolean allowed(Attributes question) {
    return authorizer.authorize(question).allowed();
  }

  private void authorize(Attributes question) {
    Decision decision = authorizer.authorize(question);
    if (decision.allowed()) {
      return;
    }
    String problem = Problems.join(decision.problems());
    String reason = decision.reason();
    throw refused(
        question,
        problem.isEmpty() || reason.isEmpty() ? problem + reason : problem + ": " + reason);
  }

  private static ApiException refused(Attributes question, String why) {
    return Status.forbidden(
            question.apiGroup(),
            question.resource(),
            question.name(),
            Refusal.message(question, why))
        .exception();
  }
}

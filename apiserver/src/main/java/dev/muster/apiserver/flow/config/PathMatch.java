package dev.muster.apiserver.flow.config;

import dev.muster.apiserver.request.RequestInfo;
import dev.muster.views.FlowcontrolV1.NonResourcePolicyRule;
import java.util.List;

/**
 * Which other requests a rule is about.
 *
 * @param below what is below any of these, which end with a slash
 */
record PathMatch(WordSet verbs, WordSet paths, List<String> below) {

  static PathMatch of(NonResourcePolicyRule rule) {
    List<String> urls = rule.nonResourceURLs().texts();
    return new PathMatch(
        new WordSet(rule.verbs().texts()),
        new WordSet(urls),
        urls.stream().map(PathMatch::prefix).toList());
  }

  /** What is below a path belongs to it, with a star or without. */
  private static String prefix(String url) {
    String bare = url.endsWith("*") ? url.substring(0, url.length() - 1) : url;
    return bare.endsWith("/") ? bare : bare + "/";
  }

  boolean matches(RequestInfo info) {
    if (!verbs.has(info.verb())) {
      return false;
    }
    if (paths.has(info.path())) {
      return true;
    }
    for (int i = 0; i < below.size(); i++) {
      if (info.path().startsWith(below.get(i))) {
        return true;
      }
    }
    return false;
  }
}

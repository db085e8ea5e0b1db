package dev.muster.apiserver.flow.config;

import dev.muster.apiserver.request.RequestInfo;
import dev.muster.views.FlowcontrolV1.ResourcePolicyRule;

/** Which requests for resources a rule is about. */
record ResourceMatch(
    WordSet verbs, WordSet groups, WordSet resources, WordSet namespaces, boolean clusterScope) {

  static ResourceMatch of(ResourcePolicyRule rule) {
    return new ResourceMatch(
        new WordSet(rule.verbs().texts()),
        new WordSet(rule.apiGroups().texts()),
        new WordSet(rule.resources().texts()),
        new WordSet(rule.namespaces().texts()),
        rule.clusterScope().truth());
  }

  boolean matches(RequestInfo info) {
    if (!verbs.has(info.verb()) || !groups.has(info.group()) || !resource(info)) {
      return false;
    }
    String namespace = info.namespace();
    return namespace.isEmpty() ? clusterScope : namespaces.has(namespace);
  }

  private boolean resource(RequestInfo info) {
    return resources.any()
        || resources.has(
            info.subresource().isEmpty()
                ? info.resource()
                : info.resource() + "/" + info.subresource());
  }
}

package dev.muster.kinds.pods;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Names;
import dev.muster.model.net.IpAddress;
import dev.muster.views.CoreV1.HostAlias;
import dev.muster.views.CoreV1.PodDNSConfig;
import dev.muster.views.CoreV1.PodDNSConfigOption;
import dev.muster.views.CoreV1.PodSpec;
import dev.muster.views.ViewList;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** How names are resolved inside a pod, and how the pod itself is named. */
final class DnsConfig {
  private static final List<String> POLICIES =
      List.of("ClusterFirstWithHostNet", "ClusterFirst", "Default", "None");
  private static final Pattern SEARCH_LABEL = Pattern.compile("_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?");
  private static final int MAX_SERVERS = 3;
  private static final int MAX_SEARCHES = 32;
  private static final int MAX_SEARCH_TEXT = 2048;
  private static final int MAX_NAME = 253;
  private static final int MAX_HOST_NAME = 64;

  private DnsConfig() {}

  static void validatePolicy(At policy, Errors errors) {
    if (policy.empty()) {
      errors.required(policy.path(), "");
    } else if (!POLICIES.contains(policy.text())) {
      errors.unsupported(policy, POLICIES);
    }
  }

  static void validate(PodSpec spec, Errors errors) {
    PodDNSConfig config = spec.dnsConfig();
    At servers = config.nameservers();
    if (spec.dnsPolicy().text().equals("None")) {
      if (config.absent()) {
        errors.required(config.at().path(), "must provide `dnsConfig` when `dnsPolicy` is None");
        return;
      }
      if (servers.size() == 0) {
        errors.required(
            servers.path(), "must provide at least one DNS nameserver when `dnsPolicy` is None");
        return;
      }
    }
    if (servers.size() > MAX_SERVERS) {
      errors.invalid(servers, "must not have more than " + MAX_SERVERS + " nameservers");
    }
    for (At server : servers.each()) {
      IpAddress.validate(server.text(), server.path(), errors);
    }
    searches(config.searches(), errors);
    for (PodDNSConfigOption option : config.options()) {
      if (option.name().empty()) {
        errors.required(option.at().path(), "must not be empty");
      }
    }
  }

  private static void searches(At searches, Errors errors) {
    if (searches.size() > MAX_SEARCHES) {
      errors.invalid(searches, "must not have more than " + MAX_SEARCHES + " search paths");
    }
    if (String.join(" ", searches.texts()).length() > MAX_SEARCH_TEXT) {
      errors.invalid(
          searches,
          "must not have more than "
              + MAX_SEARCH_TEXT
              + " characters (including spaces) in the search list");
    }
    for (At search : searches.each()) {
      String text = search.text();
      if (!text.equals(".")) {
        String bare = text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
        searchFaults(bare).forEach(f -> errors.invalidText(search.path(), bare, f));
      }
    }
  }

  private static List<String> searchFaults(String text) {
    List<String> faults = new ArrayList<>();
    if (text.length() > MAX_NAME) {
      faults.add("must be no more than " + MAX_NAME + " characters");
    }
    // label by label: one pattern for all of them would run deep on a long text
    if (!Stream.of(text.split("\\.", -1)).allMatch(l -> SEARCH_LABEL.matcher(l).matches())) {
      faults.add(
          "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and"
              + " end with an alphanumeric character (e.g. 'example.com', regex used for validation is '"
              + SEARCH_LABEL
              + "(\\."
              + SEARCH_LABEL
              + ")*')");
    }
    return faults;
  }

  static void validateHostAliases(ViewList<HostAlias> aliases, Errors errors) {
    for (HostAlias alias : aliases) {
      IpAddress.validate(alias.ip().text(), alias.ip().path(), errors);
      for (At name : alias.hostnames().each()) {
        Names.subdomain(name.text(), false)
            .forEach(f -> errors.invalidText(name.path(), name.text(), f));
      }
    }
  }

  static void validateHostnameOverride(PodSpec spec, Errors errors) {
    At override = spec.hostnameOverride();
    if (override.absent()) {
      return;
    }
    if (spec.setHostnameAsFQDN().truth()) {
      errors.forbidden(override.path(), "may not be specified when setHostnameAsFQDN is true");
    }
    if (spec.hostNetwork().truth()) {
      errors.forbidden(override.path(), "may not be specified when hostNetwork is true");
    }
    if (override.text().length() > MAX_HOST_NAME) {
      errors.tooLong(override.path(), MAX_HOST_NAME);
    }
    Names.subdomain(override.text(), false).forEach(f -> errors.invalid(override, f));
  }
}

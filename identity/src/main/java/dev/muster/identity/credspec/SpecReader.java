package dev.muster.identity.credspec;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reads a spec and collects all that is wrong with it. */
final class SpecReader {
  /** As much as a pod may carry. */
  private static final int MAX_LENGTH = 64 * 1024;

  private static final ObjectReader JSON =
      new ObjectMapper(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(16).build())
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .build())
          .reader()
          .with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private final List<Fault> faults = new ArrayList<>();

  private SpecReader() {}

  static Reading read(String json) {
    if (json.length() > MAX_LENGTH) {
      return faulty("$", "must be no longer than 64 KiB");
    }
    try {
      return read(JSON.readTree(json));
    } catch (JsonProcessingException e) {
      JsonLocation at = e.getLocation();
      return faulty(
          "$",
          "is not valid JSON: "
              + e.getOriginalMessage().lines().findFirst().orElse("")
              + (at == null
                  ? ""
                  : " (line " + at.getLineNr() + ", column " + at.getColumnNr() + ")"));
    }
  }

  static Reading read(JsonNode tree) {
    SpecReader reader = new SpecReader();
    CredentialSpec spec = reader.spec(new Place(tree, "$", reader.faults));
    return reader.faults.isEmpty() ? new Reading.Valid(spec) : new Reading.Faulty(reader.faults);
  }

  private static Reading faulty(String path, String problem) {
    return new Reading.Faulty(List.of(new Fault(path, problem)));
  }

  private CredentialSpec spec(Place root) {
    if (!root.isObject()) {
      root.fault("must be an object");
      return nothing();
    }
    plugins(root.get("CmsPlugins"));
    Place join = root.get("DomainJoinConfig");
    CredentialSpec.Domain domain = nothing().domain();
    String machine = "";
    if (join.requireObject()) {
      domain =
          new CredentialSpec.Domain(
              join.get("DnsName").text(Syntax.DNS),
              join.get("DnsTreeName").text(Syntax.DNS),
              join.get("NetBiosName").text(Syntax.NETBIOS),
              join.get("Guid").text(Syntax.GUID),
              join.get("Sid").text(Syntax.SID));
      machine = join.get("MachineAccountName").text(Syntax.ACCOUNT);
    }
    Place directory = root.get("ActiveDirectoryConfig");
    List<CredentialSpec.Account> accounts = List.of();
    if (directory.requireObject()) {
      Place list = directory.get("GroupManagedServiceAccounts");
      accounts = accounts(list);
      if (faults.isEmpty()) {
        agree(join, list, domain, machine, accounts);
      }
      host(directory.get("HostAccountConfig"));
    }
    return new CredentialSpec(domain, machine, accounts);
  }

  private static CredentialSpec nothing() {
    return new CredentialSpec(new CredentialSpec.Domain("", "", "", "", ""), "", List.of());
  }

  private static void plugins(Place plugins) {
    if (plugins.requireElements()) {
      plugins.elements().forEach(p -> p.text(Syntax.PLUGIN));
    }
  }

  private static List<CredentialSpec.Account> accounts(Place list) {
    List<CredentialSpec.Account> out = new ArrayList<>();
    if (list.requireElements()) {
      for (Place account : list.elements()) {
        if (account.requireObject()) {
          out.add(
              new CredentialSpec.Account(
                  account.get("Name").text(Syntax.ACCOUNT),
                  account.get("Scope").text(Syntax.SCOPE)));
        }
      }
    }
    return out;
  }

  /**
   * The account that the machine acts as is one of those listed, and each is listed under a name of
   * the domain. Where they disagree, both sides are named: either may be the wrong one.
   */
  private static void agree(
      Place join,
      Place list,
      CredentialSpec.Domain domain,
      String machine,
      List<CredentialSpec.Account> accounts) {
    if (accounts.stream().noneMatch(a -> same(a.name(), machine))) {
      join.get("MachineAccountName")
          .fault("\"" + machine + "\" is not one of the GroupManagedServiceAccounts");
      for (Place account : list.elements()) {
        account.get("Name").fault("no account is named \"" + machine + "\" as the machine is");
      }
    }
    boolean strangers = false;
    for (int i = 0; i < accounts.size(); i++) {
      String scope = accounts.get(i).scope();
      if (!same(scope, domain.netBiosName())
          && !same(scope, domain.dnsName())
          && !same(scope, domain.treeName())) {
        strangers = true;
        list.elements()
            .get(i)
            .get("Scope")
            .fault(
                "\""
                    + scope
                    + "\" is not the domain: must be \""
                    + domain.netBiosName()
                    + "\" or \""
                    + domain.dnsName()
                    + "\"");
      }
    }
    if (strangers) {
      unused(join.get("DnsName"), domain.dnsName(), accounts);
      unused(join.get("DnsTreeName"), domain.treeName(), accounts);
      unused(join.get("NetBiosName"), domain.netBiosName(), accounts);
    }
  }

  private static void unused(Place place, String name, List<CredentialSpec.Account> accounts) {
    if (accounts.stream().noneMatch(a -> same(a.scope(), name))) {
      place.fault("no account has the scope \"" + name + "\"");
    }
  }

  /** How a host that is not a member of the domain gets at the account; seldom there. */
  private static void host(Place config) {
    if (config.isAbsent() || !config.requireObject()) {
      return;
    }
    config.get("PortableCcgVersion").text(Syntax.VERSION);
    config.get("PluginGUID").text(Syntax.PLUGIN_GUID);
    config.get("PluginInput").text(Syntax.ANY);
  }

  private static boolean same(String a, String b) {
    return a.toLowerCase(Locale.ROOT).equals(b.toLowerCase(Locale.ROOT));
  }
}

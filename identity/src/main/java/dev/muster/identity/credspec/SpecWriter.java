package dev.muster.identity.credspec;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** A credential spec as JSON, with the fields in their customary order. */
public final class SpecWriter {
  private SpecWriter() {}

  /** The document, with fields named as Windows reads them. */
  public static ObjectNode toJson(CredentialSpec spec) {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    out.putArray("CmsPlugins").add("ActiveDirectory");
    out.putObject("DomainJoinConfig")
        .put("DnsName", spec.domain().dnsName())
        .put("Guid", spec.domain().guid())
        .put("DnsTreeName", spec.domain().treeName())
        .put("NetBiosName", spec.domain().netBiosName())
        .put("Sid", spec.domain().sid())
        .put("MachineAccountName", spec.machineAccount());
    ArrayNode accounts =
        out.putObject("ActiveDirectoryConfig").putArray("GroupManagedServiceAccounts");
    for (CredentialSpec.Account account : spec.accounts()) {
      accounts.addObject().put("Name", account.name()).put("Scope", account.scope());
    }
    return out;
  }
}

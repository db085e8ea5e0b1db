package dev.muster.identity.credspec;

import java.util.List;

/** A credential spec that was found to be valid. */
public record CredentialSpec(Domain domain, String machineAccount, List<Account> accounts) {
  /** The key of a config map's data that holds a spec. */
  public static final String KEY = "gmsa-cred-spec";

  public CredentialSpec {
    accounts = List.copyOf(accounts);
  }

  /** The domain that the account belongs to. */
  public record Domain(
      String dnsName, String treeName, String netBiosName, String guid, String sid) {}

  /** A group managed service account, under one of its domain's names. */
  public record Account(String name, String scope) {}
}

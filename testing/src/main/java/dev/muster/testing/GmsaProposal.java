package dev.muster.testing;

/** What the proposal for group managed service accounts shows. */
public final class GmsaProposal {
  /** Its credential spec, of the account WebApplication1. */
  public static final String CREDENTIAL_SPEC =
      """
      {
        "CmsPlugins": ["ActiveDirectory"],
        "DomainJoinConfig": {
          "DnsName": "contoso.com",
          "Guid": "244818ae-87ca-4fcd-92ec-e79e5252348a",
          "DnsTreeName": "contoso.com",
          "NetBiosName": "DEMO",
          "Sid": "S-1-5-21-2126729477-2524075714-3094792973",
          "MachineAccountName": "WebApplication1"
        },
        "ActiveDirectoryConfig": {
          "GroupManagedServiceAccounts": [
            {"Name": "WebApplication1", "Scope": "DEMO"},
            {"Name": "WebApplication1", "Scope": "contoso.com"}
          ]
        }
      }
      """;

  /** Lets jane use the config map that holds it. */
  public static final String ROLE_AND_BINDING =
      """
      kind: Role
      apiVersion: rbac.authorization.k8s.io/v1
      metadata: {namespace: default, name: webserver-gmsa-user}
      rules:
      - apiGroups: [""]
        resources: ["configmaps"]
        resourceNames: ["webserver-credspec"]
        verbs: ["get", "patch", "delete", "update", "use"]
      ---
      kind: RoleBinding
      apiVersion: rbac.authorization.k8s.io/v1
      metadata: {name: use-webserver-gmsa, namespace: default}
      subjects:
      - {kind: User, name: jane, apiGroup: rbac.authorization.k8s.io}
      roleRef: {kind: Role, name: webserver-gmsa-user, apiGroup: rbac.authorization.k8s.io}
      """;

  private GmsaProposal() {}
}

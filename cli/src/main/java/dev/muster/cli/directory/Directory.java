package dev.muster.cli.directory;

import dev.muster.identity.credspec.CredentialSpec;
import java.net.URI;
import java.util.Hashtable;
import java.util.List;
import java.util.Optional;
import javax.naming.AuthenticationException;
import javax.naming.CommunicationException;
import javax.naming.Context;
import javax.naming.NamingEnumeration;
import javax.naming.NamingException;
import javax.naming.PartialResultException;
import javax.naming.directory.Attributes;
import javax.naming.directory.DirContext;
import javax.naming.directory.InitialDirContext;
import javax.naming.directory.SearchControls;
import javax.naming.directory.SearchResult;

/**
 * A connection to a domain controller. Not thread-safe.
 *
 * <p>Only named attributes are read, never objects, so nothing that the directory sends is
 * deserialized.
 */
@SuppressWarnings({"BanJNDI", "JdkObsolete"}) // see above; JNDI takes nothing but a Hashtable
public final class Directory implements AutoCloseable {
  private static final String TIMEOUT_MILLIS = "10000";
  private static final String ACCOUNT =
      "(&(objectClass=msDS-GroupManagedServiceAccount)(sAMAccountName={0}))";

  private final DirContext context;
  private final URI server;

  private Directory(DirContext context, URI server) {
    this.context = context;
    this.server = server;
  }

  /** Who to be there: a user such as {@code jane@contoso.com}, or nobody. */
  public record Login(String user, String password) {
    public static final Login ANONYMOUS = new Login("", "");

    @Override
    public String toString() {
      return "Login[" + user + "]";
    }
  }

  public static Directory connect(URI server, Login login) throws DirectoryException {
    Hashtable<String, String> environment = new Hashtable<>();
    environment.put(Context.INITIAL_CONTEXT_FACTORY, "com.sun.jndi.ldap.LdapCtxFactory");
    environment.put(Context.PROVIDER_URL, server.toString());
    environment.put(Context.REFERRAL, "ignore");
    environment.put("com.sun.jndi.ldap.connect.timeout", TIMEOUT_MILLIS);
    environment.put("com.sun.jndi.ldap.read.timeout", TIMEOUT_MILLIS);
    environment.put("java.naming.ldap.attributes.binary", "objectSid objectGUID");
    environment.put(Context.SECURITY_AUTHENTICATION, login.user().isEmpty() ? "none" : "simple");
    if (!login.user().isEmpty()) {
      environment.put(Context.SECURITY_PRINCIPAL, login.user());
      environment.put(Context.SECURITY_CREDENTIALS, login.password());
    }
    try {
      return new Directory(new InitialDirContext(environment), server);
    } catch (AuthenticationException e) {
      throw new DirectoryException(
          server + ": the directory does not accept the user \"" + login.user() + "\"");
    } catch (CommunicationException e) {
      throw new DirectoryException(server + ": cannot be reached: " + e.getMessage());
    } catch (NamingException e) {
      throw new DirectoryException(server + ": " + e.getMessage());
    }
  }

  /** What a container needs to run as the account. */
  public CredentialSpec credentialSpec(String account) throws DirectoryException {
    try {
      Attributes root =
          context.getAttributes(
              "",
              new String[] {
                "defaultNamingContext", "rootDomainNamingContext", "configurationNamingContext"
              });
      String domain = text(root, "defaultNamingContext");
      String dnsName = DomainNames.dns(domain);
      String name = account.endsWith("$") ? account : account + "$";
      Attributes found =
          one(domain, ACCOUNT, name, "sAMAccountName")
              .orElseThrow(
                  () ->
                      new DirectoryException(
                          "group managed service account \""
                              + name
                              + "\" not found in "
                              + dnsName
                              + " at "
                              + server));
      String plain = text(found, "sAMAccountName");
      String machine = plain.endsWith("$") ? plain.substring(0, plain.length() - 1) : plain;
      Attributes partition =
          one(
                  "CN=Partitions," + text(root, "configurationNamingContext"),
                  "(&(nETBIOSName=*)(nCName={0}))",
                  domain,
                  "nETBIOSName")
              .orElseThrow(() -> new DirectoryException(domain + ": has no NetBIOS name"));
      Attributes ids = context.getAttributes(domain, new String[] {"objectSid", "objectGUID"});
      CredentialSpec.Domain described =
          new CredentialSpec.Domain(
              dnsName,
              DomainNames.dns(text(root, "rootDomainNamingContext")),
              text(partition, "nETBIOSName"),
              BinaryIds.guid(bytes(ids, "objectGUID")),
              BinaryIds.sid(bytes(ids, "objectSid")));
      return new CredentialSpec(
          described,
          machine,
          List.of(
              new CredentialSpec.Account(machine, described.netBiosName()),
              new CredentialSpec.Account(machine, described.dnsName())));
    } catch (NamingException e) {
      throw new DirectoryException(server + ": " + e.getMessage());
    }
  }

  /** Arguments are escaped by the search itself. */
  private Optional<Attributes> one(String base, String filter, String argument, String attribute)
      throws NamingException {
    SearchControls controls =
        new SearchControls(
            SearchControls.SUBTREE_SCOPE, 1, 10_000, new String[] {attribute}, false, false);
    NamingEnumeration<SearchResult> found =
        context.search(base, filter, new Object[] {argument}, controls);
    try {
      return found.hasMore() ? Optional.of(found.next().getAttributes()) : Optional.empty();
    } catch (PartialResultException e) {
      // the end, with references to other domains that are not followed
      return Optional.empty();
    } finally {
      found.close();
    }
  }

  private String text(Attributes attributes, String name)
      throws NamingException, DirectoryException {
    if (attributes.get(name) == null || !(attributes.get(name).get() instanceof String text)) {
      throw new DirectoryException(
          server
              + ": does not tell "
              + name
              + "; is it a domain controller, and is the user given?");
    }
    return text;
  }

  private byte[] bytes(Attributes attributes, String name)
      throws NamingException, DirectoryException {
    if (attributes.get(name) == null || !(attributes.get(name).get() instanceof byte[] bytes)) {
      throw new DirectoryException(server + ": does not tell " + name + " of the domain");
    }
    return bytes;
  }

  @Override
  public void close() throws DirectoryException {
    try {
      context.close();
    } catch (NamingException e) {
      throw new DirectoryException(server + ": " + e.getMessage());
    }
  }
}

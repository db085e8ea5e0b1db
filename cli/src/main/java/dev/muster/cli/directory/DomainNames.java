package dev.muster.cli.directory;

import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;

/** From {@code DC=contoso,DC=com} to {@code contoso.com}. */
final class DomainNames {
  private DomainNames() {}

  static String dns(String distinguishedName) throws DirectoryException {
    try {
      StringBuilder out = new StringBuilder();
      for (Rdn part : new LdapName(distinguishedName).getRdns().reversed()) {
        if (part.getType().equalsIgnoreCase("DC")) {
          out.append(out.isEmpty() ? "" : ".").append(part.getValue());
        }
      }
      return out.toString();
    } catch (InvalidNameException e) {
      throw new DirectoryException("\"" + distinguishedName + "\" is not the name of a domain");
    }
  }
}

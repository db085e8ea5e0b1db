package dev.muster.node.server;

import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/** Who may use the node's server: members of {@code system:masters}, as the API server is one. */
final class Clients {
  private static final String MASTERS = "system:masters";

  private Clients() {}

  static void check(SSLSession session) throws HttpProblem {
    try {
      Certificate[] chain = session.getPeerCertificates();
      if (chain[0] instanceof X509Certificate own && groups(own).contains(MASTERS)) {
        return;
      }
    } catch (SSLPeerUnverifiedException | InvalidNameException e) {
      throw new HttpProblem(401, "Unauthorized");
    }
    throw new HttpProblem(403, "Forbidden");
  }

  private static List<String> groups(X509Certificate certificate) throws InvalidNameException {
    List<String> groups = new ArrayList<>();
    for (Rdn part : new LdapName(certificate.getSubjectX500Principal().getName()).getRdns()) {
      if (part.getType().equalsIgnoreCase("O")) {
        groups.add(String.valueOf(part.getValue()));
      }
    }
    return groups;
  }
}

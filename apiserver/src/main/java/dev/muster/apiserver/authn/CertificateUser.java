package dev.muster.apiserver.authn;

import dev.muster.authz.User;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.naming.InvalidNameException;
import javax.naming.NamingException;
import javax.naming.directory.Attribute;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.security.auth.x500.X500Principal;

/** The user a certificate names in its subject. */
final class CertificateUser {
  static final String CREDENTIAL_ID = "authentication.kubernetes.io/credential-id";

  /** The subject attribute that carries a user's uid. */
  private static final String UID = "1.3.6.1.4.1.57683.2";

  private static final String UID_KEYWORD = "USERUID";

  private CertificateUser() {}

  /** Empty when the subject has no common name. */
  static Optional<User> of(X509Certificate certificate) {
    String name = "";
    String uid = "";
    List<String> groups = new ArrayList<>();
    for (Rdn part : subject(certificate)) {
      name = last(values(part, "CN"), name);
      uid = last(values(part, UID_KEYWORD), uid);
      groups.addAll(values(part, "O"));
    }
    return name.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new User(name, uid, groups, Map.of(CREDENTIAL_ID, List.of(credentialId(certificate)))));
  }

  private static String last(List<String> values, String otherwise) {
    return values.isEmpty() ? otherwise : values.getLast();
  }

  /** The parts of the subject, in the order of the certificate. */
  private static List<Rdn> subject(X509Certificate certificate) {
    try {
      return new LdapName(
              certificate
                  .getSubjectX500Principal()
                  .getName(X500Principal.RFC2253, Map.of(UID, UID_KEYWORD)))
          .getRdns();
    } catch (InvalidNameException e) {
      return List.of();
    }
  }

  private static List<String> values(Rdn part, String type) {
    Attribute attribute = part.toAttributes().get(type);
    if (attribute == null) {
      return List.of();
    }
    try {
      return Collections.list(attribute.getAll()).stream()
          .filter(String.class::isInstance)
          .map(String.class::cast)
          .toList();
    } catch (NamingException e) {
      return List.of();
    }
  }

  private static String credentialId(X509Certificate certificate) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded());
      return "X509SHA256=" + HexFormat.of().formatHex(digest);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}

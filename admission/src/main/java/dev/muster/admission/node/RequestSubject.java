package dev.muster.admission.node;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Base64;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.security.auth.x500.X500Principal;

/** The common name in a PKCS#10 request: the request's first field after its version. */
final class RequestSubject {
  private static final String BEGIN = "-----BEGIN CERTIFICATE REQUEST-----";
  private static final String END = "-----END CERTIFICATE REQUEST-----";
  private static final int SEQUENCE = 0x30;
  private static final int INTEGER = 0x02;

  private RequestSubject() {}

  /** Throws {@link IllegalArgumentException} for what is not such a request. */
  static String commonName(String pem) {
    int begin = pem.indexOf(BEGIN);
    int end = pem.indexOf(END);
    if (begin < 0 || end < begin) {
      throw new IllegalArgumentException("PEM block type must be CERTIFICATE REQUEST");
    }
    byte[] der = Base64.getMimeDecoder().decode(pem.substring(begin + BEGIN.length(), end).strip());
    try {
      ByteBuffer information = enter(enter(ByteBuffer.wrap(der), SEQUENCE), SEQUENCE);
      enter(information, INTEGER);
      return commonName(new X500Principal(whole(information)));
    } catch (BufferUnderflowException | InvalidNameException e) {
      throw new IllegalArgumentException("not a certificate request", e);
    }
  }

  private static String commonName(X500Principal subject) throws InvalidNameException {
    for (Rdn part : new LdapName(subject.getName()).getRdns()) {
      if (part.getType().equalsIgnoreCase("CN")) {
        return String.valueOf(part.getValue());
      }
    }
    return "";
  }

  /** The content of the next value, which is then behind us. */
  private static ByteBuffer enter(ByteBuffer in, int tag) {
    if ((in.get() & 0xff) != tag) {
      throw new IllegalArgumentException("not a certificate request");
    }
    int length = length(in);
    ByteBuffer content = in.slice(in.position(), length);
    in.position(in.position() + length);
    return content;
  }

  /** The next value with its tag and length. */
  private static byte[] whole(ByteBuffer in) {
    int start = in.position();
    enter(in, SEQUENCE);
    byte[] out = new byte[in.position() - start];
    in.get(start, out);
    return out;
  }

  private static int length(ByteBuffer in) {
    int first = in.get() & 0xff;
    int length = first;
    if (first >= 0x80) {
      length = 0;
      for (int i = 0; i < (first & 0x7f); i++) {
        length = (length << 8) | (in.get() & 0xff);
      }
    }
    if (length < 0 || length > in.remaining()) {
      throw new IllegalArgumentException("not a certificate request");
    }
    return length;
  }
}

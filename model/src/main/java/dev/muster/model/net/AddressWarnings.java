package dev.muster.model.net;

import dev.muster.base.go.GoText;
import dev.muster.model.field.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** What to say about an IP address that is accepted but written in an odd way. */
public final class AddressWarnings {
  private static final Pattern LEADING_ZERO = Pattern.compile("(.*[.:])?0[0-9]+(\\..*)?");

  private AddressWarnings() {}

  /** The warnings about one address; none if the text is no address at all. */
  public static List<String> of(Path at, String text) {
    Optional<IpAddress> address = IpAddress.parse(text);
    if (address.isEmpty()) {
      return List.of();
    }
    boolean six = text.indexOf(':') >= 0;
    boolean dotted = text.indexOf('.') >= 0;
    String canonical = GoText.quote(address.get().text());
    if ((dotted && LEADING_ZERO.matcher(text).matches()) || (six && address.get().isV4())) {
      return List.of(
          at
              + ": non-standard IP address "
              + GoText.quote(text)
              + " will be considered invalid in a future Kubernetes release: use "
              + canonical);
    }
    return !six || address.get().text().equals(text)
        ? List.of()
        : List.of(
            at
                + ": IPv6 address "
                + GoText.quote(text)
                + " should be in RFC 5952 canonical format ("
                + canonical
                + ")");
  }
}

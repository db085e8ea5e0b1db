package dev.muster.identity;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A uid or gid with every place that gave it. There is always at least one.
 *
 * @param value 0 to 4294967294
 */
public record Id(long value, List<Provenance> from) {
  /** The largest id the API and CRI accept. */
  static final long MAX_GIVEN = Integer.MAX_VALUE;

  /** The largest id the kernel knows; the one above it means "none". */
  static final long MAX_KERNEL = 0xffff_fffeL;

  public Id {
    from = List.copyOf(from);
    if (value < 0 || value > MAX_KERNEL) {
      throw new IllegalArgumentException("no such id: " + value);
    }
    if (from.isEmpty()) {
      throw new IllegalArgumentException("an id comes from somewhere");
    }
  }

  static Id of(long value, Provenance.Source source, String detail) {
    return new Id(value, List.of(new Provenance(source, detail)));
  }

  /** An id that a user or a caller wrote, which must be within what Kubernetes allows. */
  static Id given(long value, Provenance.Source source, String detail) throws IdentityException {
    if (value < 0 || value > MAX_GIVEN) {
      throw new IdentityException(detail + ": " + value + " is not between 0 and " + MAX_GIVEN);
    }
    return of(value, source, detail);
  }

  /** All places, as one phrase. */
  public String explanation() {
    return from.stream().map(Provenance::detail).collect(Collectors.joining("; also "));
  }
}

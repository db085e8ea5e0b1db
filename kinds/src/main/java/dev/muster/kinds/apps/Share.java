package dev.muster.kinds.apps;

import dev.muster.kinds.meta.Numbers;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import java.util.regex.Pattern;

/** A number of pods, or a percentage of them. */
public final class Share {
  private static final Pattern PERCENT = Pattern.compile("[0-9]+%");
  private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9]{1,9}");

  private Share() {}

  /** Finds fault with what is neither a number from zero up nor a percentage. */
  public static void validate(At share, Errors errors) {
    if (!share.node().isTextual()) {
      Numbers.validateNotNegative(share, errors);
    } else if (!PERCENT.matcher(share.text()).matches()) {
      errors.invalid(
          share,
          "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for"
              + " validation is '[0-9]+%')");
    }
  }

  /** Finds fault with more than all. */
  public static void validateNotMoreThanAll(At share, Errors errors) {
    if (isPercent(share) && value(share) > 100) {
      errors.invalid(share, "must not be greater than 100%");
    }
  }

  private static boolean isPercent(At share) {
    return share.node().isTextual() && PERCENT.matcher(share.text()).matches();
  }

  /** The number, or the percentage's number; zero when it is neither. */
  public static long value(At share) {
    if (isPercent(share)) {
      String digits = share.text().substring(0, share.text().length() - 1);
      return digits.length() > 9 ? Integer.MAX_VALUE : Long.parseLong(digits);
    }
    if (share.node().isTextual()) {
      return NUMBER.matcher(share.text()).matches() ? Long.parseLong(share.text()) : 0;
    }
    return share.number();
  }
}

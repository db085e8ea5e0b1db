package dev.muster.kinds.structural;

import java.util.regex.Pattern;

/** The formats that are no more than the form of a text. */
final class FormatPatterns {
  static final Pattern BSON_OBJECT_ID = Pattern.compile("[0-9a-fA-F]{24}");
  static final Pattern SOCIAL_SECURITY = Pattern.compile("\\d{3}[- ]?\\d{2}[- ]?\\d{4}");
  static final Pattern HEX_COLOR = Pattern.compile("#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})");

  private static final String BYTE = "\\s*+(0|[1-9]\\d?|1\\d\\d?|2[0-4]\\d|25[0-5])\\s*+";

  static final Pattern RGB_COLOR =
      Pattern.compile("rgb\\(" + BYTE + "," + BYTE + "," + BYTE + "\\)");

  static final Pattern UUID =
      Pattern.compile("(?i)[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}");
  static final Pattern UUID_3 =
      Pattern.compile("(?i)[0-9a-f]{8}-?[0-9a-f]{4}-?3[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}");
  static final Pattern UUID_4 =
      Pattern.compile(
          "(?i)[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}");
  static final Pattern UUID_5 =
      Pattern.compile(
          "(?i)[0-9a-f]{8}-?[0-9a-f]{4}-?5[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}");

  private FormatPatterns() {}
}

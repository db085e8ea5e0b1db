package dev.muster.kinds.structural;

/** Numbers with a digit that checks the others. */
final class BookNumbers {
  private BookNumbers() {}

  static boolean isTen(String text) {
    String digits = text.replaceAll("[\\s-]+", "");
    if (!digits.matches("\\d{9}[\\dX]")) {
      return false;
    }
    int sum = 0;
    for (int i = 0; i < 10; i++) {
      sum += (10 - i) * (digits.charAt(i) == 'X' ? 10 : digits.charAt(i) - '0');
    }
    return sum % 11 == 0;
  }

  static boolean isThirteen(String text) {
    String digits = text.replaceAll("[\\s-]+", "");
    if (!digits.matches("\\d{13}")) {
      return false;
    }
    int sum = 0;
    for (int i = 0; i < 13; i++) {
      sum += (digits.charAt(i) - '0') * (i % 2 == 0 ? 1 : 3);
    }
    return sum % 10 == 0;
  }

  static boolean isCreditCard(String text) {
    String digits = text.replaceAll("[^0-9]+", "");
    if (!digits.matches(
        "4\\d{12}(\\d{3})?|5[1-5]\\d{14}|6(011|5\\d\\d)\\d{12}|3[47]\\d{13}|3(0[0-5]|[68]\\d)\\d{11}"
            + "|(2131|1800|35\\d{3})\\d{11}")) {
      return false;
    }
    int sum = 0;
    for (int i = 0; i < digits.length(); i++) {
      int digit = digits.charAt(digits.length() - 1 - i) - '0';
      int counted = i % 2 == 0 ? digit : 2 * digit;
      sum += counted > 9 ? counted - 9 : counted;
    }
    return sum % 10 == 0;
  }
}

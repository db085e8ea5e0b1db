package dev.muster.base.metrics;

import java.math.BigDecimal;
import java.util.List;

/** A page in Prometheus' text format, as it is written. */
public final class MetricsPage {
  private final StringBuilder out = new StringBuilder(32 * 1024);

  /** Begins a metric. */
  public void family(String name, String type, String help) {
    out.append("# HELP ").append(name).append(' ').append(help).append('\n');
    out.append("# TYPE ").append(name).append(' ').append(type).append('\n');
  }

  /** A number of the metric that was begun last. */
  public void sample(String name, String labels, long value) {
    begin(name, labels).append(value).append('\n');
  }

  /** A number of the metric that was begun last. */
  public void sample(String name, String labels, double value) {
    begin(name, labels).append(number(value)).append('\n');
  }

  /** A number of the metric that was begun last, as it was at a time. */
  public void sample(String name, String labels, double value, long millis) {
    begin(name, labels).append(number(value)).append(' ').append(millis).append('\n');
  }

  private StringBuilder begin(String name, String labels) {
    out.append(name);
    if (!labels.isEmpty()) {
      out.append('{').append(labels).append('}');
    }
    return out.append(' ');
  }

  /** As Go writes it, so that bounds read the same as kube-apiserver's. */
  static String number(double value) {
    if (value == 0 || Double.isNaN(value) || Double.isInfinite(value)) {
      return value == 0 ? "0" : Double.isNaN(value) ? "NaN" : value > 0 ? "+Inf" : "-Inf";
    }
    BigDecimal decimal = new BigDecimal(Double.toString(value)).stripTrailingZeros();
    int exponent = decimal.precision() - decimal.scale() - 1;
    if (exponent >= -4 && exponent < 6) {
      return decimal.toPlainString();
    }
    String digits = decimal.unscaledValue().abs().toString();
    return (value < 0 ? "-" : "")
        + digits.charAt(0)
        + (digits.length() > 1 ? "." + digits.substring(1) : "")
        + (exponent < 0 ? "e-" : "e+")
        + (Math.abs(exponent) < 10 ? "0" : "")
        + Math.abs(exponent);
  }

  /** {@code a="x",b="y"}, with what is special in values escaped. */
  public static String labels(List<String> names, List<String> values) {
    StringBuilder labels = new StringBuilder();
    for (int i = 0; i < names.size(); i++) {
      labels.append(i == 0 ? "" : ",").append(names.get(i)).append("=\"");
      labels
          .append(values.get(i).replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n"))
          .append('"');
    }
    return labels.toString();
  }

  @Override
  public String toString() {
    return out.toString();
  }
}

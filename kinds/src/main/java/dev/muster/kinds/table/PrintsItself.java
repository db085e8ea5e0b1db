package dev.muster.kinds.table;

/** Rules of a kind that bring the columns of its tables with them. */
public interface PrintsItself {
  Printer printer();
}

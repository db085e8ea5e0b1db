package dev.muster.network.dns;

/** The numbers of the types that are known here. */
public final class RecordType {
  public static final int A = 1;
  public static final int NS = 2;
  public static final int CNAME = 5;
  public static final int SOA = 6;
  public static final int PTR = 12;
  public static final int TXT = 16;
  public static final int AAAA = 28;
  public static final int SRV = 33;
  static final int OPT = 41;
  public static final int ANY = 255;

  private RecordType() {}
}

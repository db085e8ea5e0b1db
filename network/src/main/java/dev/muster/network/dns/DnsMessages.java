package dev.muster.network.dns;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.dns.DnsQuestion;
import io.netty.handler.codec.dns.DnsRecord;
import io.netty.handler.codec.dns.DnsRecordDecoder;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Messages of DNS from bytes, and to bytes. */
public final class DnsMessages {
  static final int HEADER = 12;
  static final int LARGEST = 65_535;

  /** So much arrives in one piece everywhere. */
  static final int MOST_ROOM = 1232;

  private static final int LEAST_ROOM = 512;
  private static final int MOST_RECORDS = 8;
  private static final int CLASS_IN = 1;
  private static final int CLASS_ANY = 255;

  static final int IS_ANSWER = 0x8000;
  static final int TRUNCATED = 0x0200;
  private static final int OPERATION = 0x7800;

  /** What the bytes of a message are. */
  public sealed interface Read {
    /** A question that can be answered. */
    record Asked(NameQuestion question) implements Read {}

    /** Something else; this is the answer to it. */
    @SuppressWarnings("ArrayRecordComponent") // bytes that nobody changes
    record Refused(byte[] answer) implements Read {}

    /** Nothing that anybody waits for an answer to. */
    record Ignored() implements Read {}
  }

  private DnsMessages() {}

  /** Reads a question; whatever the bytes are, nothing is thrown. */
  public static Read read(byte[] message) {
    if (message.length < HEADER || message.length > LARGEST) {
      return new Read.Ignored();
    }
    ByteBuf in = Unpooled.wrappedBuffer(message);
    int id = in.readUnsignedShort();
    int flags = in.readUnsignedShort();
    if ((flags & IS_ANSWER) != 0) {
      return new Read.Ignored();
    }
    if ((flags & OPERATION) != 0) {
      return new Read.Refused(header(id, flags, ResponseCode.NOT_IMPLEMENTED));
    }
    int questions = in.readUnsignedShort();
    int records = in.readUnsignedShort() + in.readUnsignedShort() + in.readUnsignedShort();
    if (questions != 1 || records > MOST_RECORDS) {
      return new Read.Refused(header(id, flags, ResponseCode.FORMAT_ERROR));
    }
    try {
      return question(in, id, flags, records);
    } catch (Exception malformed) {
      // Netty has no one type for what it cannot read
      return new Read.Refused(header(id, flags, ResponseCode.FORMAT_ERROR));
    }
  }

  private static Read question(ByteBuf in, int id, int flags, int records) throws Exception {
    DnsQuestion question = DnsRecordDecoder.DEFAULT.decodeQuestion(in);
    byte[] asked = new byte[in.readerIndex() - HEADER];
    in.getBytes(HEADER, asked);
    String name = question.name().toLowerCase(Locale.ROOT);
    // a pointer to elsewhere in the message would mean something else in the answer
    int length = name.equals(".") ? 1 : name.length() + 1;
    if (asked.length != length + 4) {
      return new Read.Refused(header(id, flags, ResponseCode.FORMAT_ERROR));
    }
    if (question.dnsClass() != CLASS_IN && question.dnsClass() != CLASS_ANY) {
      return new Read.Refused(header(id, flags, ResponseCode.REFUSED));
    }
    int room = LEAST_ROOM;
    boolean extended = false;
    for (int i = 0; i < records; i++) {
      DnsRecord record = DnsRecordDecoder.DEFAULT.decodeRecord(in);
      if (record == null) {
        return new Read.Refused(header(id, flags, ResponseCode.FORMAT_ERROR));
      }
      if (record.type().intValue() == RecordType.OPT) {
        extended = true;
        room = Math.clamp(record.dnsClass(), LEAST_ROOM, MOST_ROOM);
      }
      ReferenceCountUtil.release(record);
    }
    String bare = name.substring(0, name.length() - 1);
    return new Read.Asked(
        new NameQuestion(id, flags, bare, question.type().intValue(), asked, room, extended));
  }

  /** An answer without content to what is not even a question. */
  private static byte[] header(int id, int flags, int code) {
    ByteBuf out = Unpooled.buffer(HEADER);
    out.writeShort(id).writeShort(AnswerFlags.of(flags, false, code)).writeZero(8);
    return out.array();
  }

  /** The answers, authorities and additional records of a message, as Netty reads them. */
  static List<DnsRecord> records(byte[] message) throws Exception {
    ByteBuf in = Unpooled.wrappedBuffer(message);
    in.skipBytes(4);
    int questions = in.readUnsignedShort();
    int answers = in.readUnsignedShort();
    in.skipBytes(4);
    for (int i = 0; i < questions; i++) {
      DnsRecordDecoder.DEFAULT.decodeQuestion(in);
    }
    List<DnsRecord> found = new ArrayList<>();
    for (int i = 0; i < answers; i++) {
      DnsRecord record = DnsRecordDecoder.DEFAULT.decodeRecord(in);
      if (record == null) {
        break;
      }
      found.add(record);
    }
    return found;
  }
}

package dev.muster.network.dns;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.dns.DefaultDnsRawRecord;
import io.netty.handler.codec.dns.DnsRecord;
import io.netty.handler.codec.dns.DnsRecordEncoder;
import io.netty.handler.codec.dns.DnsRecordType;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Writes answers. What does not fit into the room that the asker has is left out and said to be
 * missing, so that it asks again by TCP.
 *
 * @param domain whose beginning is told where there is no answer
 */
record AnswerWriter(String domain) {
  private static final int TTL = 5;
  private static final int LARGEST_LABEL = 63;

  byte[] found(NameQuestion to, List<DnsRecord> answers, List<DnsRecord> additional, int room) {
    ByteBuf out = begun(to, ResponseCode.OK);
    int written = 0;
    for (DnsRecord record : answers) {
      if (!write(record, out, room - reserved(to))) {
        out.setShort(2, out.getUnsignedShort(2) | DnsMessages.TRUNCATED);
        break;
      }
      written++;
    }
    out.setShort(6, written);
    int more = 0;
    for (DnsRecord record : additional) {
      if (written < answers.size() || !write(record, out, room - reserved(to))) {
        break;
      }
      more++;
    }
    return ended(to, out, more);
  }

  /** There is nothing, or no such name; how long that may be remembered is told. */
  byte[] nothing(NameQuestion to, int code) {
    ByteBuf out = begun(to, code);
    if (write(record(new NameRecord.Soa(domain)), out, DnsMessages.LARGEST)) {
      out.setShort(8, 1);
    }
    return ended(to, out, 0);
  }

  byte[] failure(NameQuestion to, int code) {
    ByteBuf out = begun(to, code);
    return ended(to, out, 0);
  }

  byte[] truncated(NameQuestion to) {
    ByteBuf out = begun(to, ResponseCode.OK);
    out.setShort(2, out.getUnsignedShort(2) | DnsMessages.TRUNCATED);
    return ended(to, out, 0);
  }

  private static ByteBuf begun(NameQuestion to, int code) {
    ByteBuf out = Unpooled.buffer(DnsMessages.HEADER + to.asked().length);
    boolean own = code == ResponseCode.OK || code == ResponseCode.NO_SUCH_NAME;
    out.writeShort(to.id()).writeShort(AnswerFlags.of(to.flags(), own, code));
    out.writeShort(1).writeShort(0).writeShort(0).writeShort(0);
    return out.writeBytes(to.asked());
  }

  private static int reserved(NameQuestion to) {
    return to.extended() ? 11 : 0;
  }

  private static byte[] ended(NameQuestion to, ByteBuf out, int additional) {
    int count = additional;
    if (to.extended()) {
      out.writeByte(0).writeShort(RecordType.OPT).writeShort(DnsMessages.MOST_ROOM);
      out.writeInt(0).writeShort(0);
      count++;
    }
    out.setShort(10, count);
    return ByteBufUtil.getBytes(out);
  }

  private static boolean write(DnsRecord record, ByteBuf out, int room) {
    int before = out.writerIndex();
    try {
      DnsRecordEncoder.DEFAULT.encodeRecord(record, out);
    } catch (Exception e) {
      throw new IllegalStateException("Netty writes the records that it has read", e);
    }
    if (out.writerIndex() <= room) {
      return true;
    }
    out.writerIndex(before);
    return false;
  }

  static DnsRecord record(NameRecord record) {
    ByteBuf content = Unpooled.buffer();
    int type =
        switch (record) {
          case NameRecord.A(_, var address) -> {
            content.writeBytes(address.octets());
            yield RecordType.A;
          }
          case NameRecord.Srv(_, int port, String target) -> {
            content.writeShort(0).writeShort(100).writeShort(port);
            name(target, content);
            yield RecordType.SRV;
          }
          case NameRecord.Ptr(_, String target) -> {
            name(target, content);
            yield RecordType.PTR;
          }
          case NameRecord.Cname(_, String target) -> {
            name(target, content);
            yield RecordType.CNAME;
          }
          case NameRecord.Ns(_, String target) -> {
            name(target, content);
            yield RecordType.NS;
          }
          case NameRecord.Txt(_, String text) -> {
            byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
            content.writeByte(bytes.length).writeBytes(bytes);
            yield RecordType.TXT;
          }
          case NameRecord.Soa(var name) -> {
            name("ns.dns." + name, content);
            name("hostmaster." + name, content);
            content.writeInt(1).writeInt(7200).writeInt(1800).writeInt(86_400).writeInt(TTL);
            yield RecordType.SOA;
          }
        };
    return new DefaultDnsRawRecord(record.name() + ".", DnsRecordType.valueOf(type), TTL, content);
  }

  static void name(String name, ByteBuf out) {
    for (String label : name.split("\\.", -1)) {
      byte[] bytes = label.getBytes(StandardCharsets.US_ASCII);
      if (bytes.length > 0 && bytes.length <= LARGEST_LABEL) {
        out.writeByte(bytes.length).writeBytes(bytes);
      }
    }
    out.writeByte(0);
  }
}

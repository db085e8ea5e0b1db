package dev.muster.network.dns;

import io.netty.handler.codec.dns.DnsRecord;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers messages: of the cluster's names itself, of others by asking. Thread-safe. */
public final class Resolver {
  private static final Logger LOG = LoggerFactory.getLogger(Resolver.class);
  private static final int MOST_FORWARDED = 256;
  private static final int MOST_OF_ONE = 32;

  private final ClusterNames names;
  private final Upstream upstream;
  private final AnswerWriter writer;
  private final ForwardLimits limits = new ForwardLimits(MOST_FORWARDED, MOST_OF_ONE);

  /**
   * @param servers the host's own resolvers, as they are now
   */
  public Resolver(ClusterNames names, Supplier<List<InetSocketAddress>> servers) {
    this.names = names;
    this.upstream = new Upstream(servers);
    this.writer = new AnswerWriter(names.domain());
  }

  /** Work that may take a while. */
  interface Later {
    byte[] answer();
  }

  /** What came of a message: an answer, none, or one that others have to be asked for. */
  sealed interface Outcome {
    @SuppressWarnings("ArrayRecordComponent") // bytes that nobody changes
    record Now(byte[] answer) implements Outcome {}

    record Soon(Later later) implements Outcome {}

    record Silence() implements Outcome {}
  }

  /**
   * @param stream whether it came by TCP, where an answer may be of any length
   */
  Outcome take(byte[] message, InetAddress asker, boolean stream) {
    return switch (DnsMessages.read(message)) {
      case DnsMessages.Read.Ignored ignored -> new Outcome.Silence();
      case DnsMessages.Read.Refused(byte[] answer) -> new Outcome.Now(answer);
      case DnsMessages.Read.Asked(NameQuestion question) -> {
        try {
          yield answer(message, question, asker, stream);
        } catch (RuntimeException e) {
          LOG.warn("a name cannot be answered: name={}", question.name(), e);
          yield new Outcome.Now(writer.failure(question, ResponseCode.SERVER_FAILURE));
        }
      }
    };
  }

  private Outcome answer(byte[] message, NameQuestion question, InetAddress asker, boolean stream) {
    int room = stream ? DnsMessages.LARGEST : question.room();
    return switch (names.answer(question.name(), question.type())) {
      case NameAnswer.Found(var answers, var additional) -> {
        List<NameRecord> shuffled = new ArrayList<>(answers);
        Collections.shuffle(shuffled);
        yield new Outcome.Now(writer.found(question, records(shuffled), records(additional), room));
      }
      case NameAnswer.NoData none -> new Outcome.Now(writer.nothing(question, ResponseCode.OK));
      case NameAnswer.NoSuchName none ->
          new Outcome.Now(writer.nothing(question, ResponseCode.NO_SUCH_NAME));
      case NameAnswer.Alias(NameRecord.Cname cname) ->
          forwarded(question, asker, () -> followed(question, cname, room));
      case NameAnswer.Elsewhere elsewhere ->
          forwarded(question, asker, () -> asked(message, question, stream));
    };
  }

  private static List<DnsRecord> records(List<NameRecord> records) {
    return records.stream().map(AnswerWriter::record).toList();
  }

  private interface Asking {
    byte[] ask() throws IOException;
  }

  private Outcome forwarded(NameQuestion question, InetAddress asker, Asking asking) {
    if (!limits.take(asker)) {
      return new Outcome.Now(writer.failure(question, ResponseCode.SERVER_FAILURE));
    }
    return new Outcome.Soon(
        () -> {
          try {
            return asking.ask();
          } catch (IOException | RuntimeException e) {
            LOG.debug("nobody knows: name={} problem={}", question.name(), e.getMessage());
            return writer.failure(question, ResponseCode.SERVER_FAILURE);
          } finally {
            limits.giveBack(asker);
          }
        });
  }

  private byte[] asked(byte[] message, NameQuestion question, boolean stream) throws IOException {
    byte[] answer = upstream.ask(message, question, stream);
    return stream || answer.length <= question.room() ? answer : writer.truncated(question);
  }

  /** The other name, with what is known of it, as clients do not ask again themselves. */
  private byte[] followed(NameQuestion question, NameRecord.Cname cname, int room)
      throws IOException {
    List<DnsRecord> all = new ArrayList<>();
    all.add(AnswerWriter.record(cname));
    if (question.type() == RecordType.A || question.type() == RecordType.AAAA) {
      switch (names.answer(cname.target(), question.type())) {
        case NameAnswer.Found(var answers, var additional) -> all.addAll(records(answers));
        case NameAnswer.Elsewhere elsewhere ->
            all.addAll(addresses(upstream.ask(cname.target(), question.type()), question.type()));
        // one step is enough: what stands for itself would never end
        case NameAnswer.Alias another -> {}
        case NameAnswer.NoData none -> {}
        case NameAnswer.NoSuchName none -> {}
      }
    }
    return writer.found(question, all, List.of(), room);
  }

  private static List<DnsRecord> addresses(byte[] answer, int type) throws IOException {
    try {
      return DnsMessages.records(answer).stream()
          .filter(
              each -> each.type().intValue() == type || each.type().intValue() == RecordType.CNAME)
          .toList();
    } catch (Exception e) {
      throw new IOException("an answer cannot be read", e);
    }
  }

  /** For those who wait: the answer, or nothing. */
  Optional<byte[]> answered(byte[] message, InetAddress asker, boolean stream) {
    return switch (take(message, asker, stream)) {
      case Outcome.Now(byte[] answer) -> Optional.of(answer);
      case Outcome.Soon(Later later) -> Optional.of(later.answer());
      case Outcome.Silence silence -> Optional.empty();
    };
  }
}

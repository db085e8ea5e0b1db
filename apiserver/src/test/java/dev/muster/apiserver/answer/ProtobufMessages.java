package dev.muster.apiserver.answer;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.kubernetes.client.proto.Meta;
import io.kubernetes.client.proto.Runtime;
import java.io.DataInputStream;
import java.io.IOException;

/** Answers as the official Java client's generated messages read them. */
final class ProtobufMessages {
  static final String TYPE = "application/vnd.kubernetes.protobuf";
  private static final ByteString MAGIC = ByteString.copyFrom(new byte[] {'k', '8', 's', 0});

  private ProtobufMessages() {}

  /** What an envelope holds, which has to be of that kind. */
  static <M extends Message> M open(byte[] bytes, String kind, M prototype)
      throws InvalidProtocolBufferException {
    @SuppressWarnings("unchecked")
    M message = (M) prototype.getParserForType().parseFrom(raw(bytes, kind));
    assertEverythingIsKnown(message);
    return message;
  }

  static ByteString raw(byte[] bytes, String kind) throws InvalidProtocolBufferException {
    ByteString all = ByteString.copyFrom(bytes);
    assertThat(all.startsWith(MAGIC)).as(all.toStringUtf8()).isTrue();
    Runtime.Unknown unknown = Runtime.Unknown.parseFrom(all.substring(MAGIC.size()));
    assertThat(unknown.getTypeMeta().getApiVersion() + " " + unknown.getTypeMeta().getKind())
        .isEqualTo(kind);
    return unknown.getRaw();
  }

  static byte[] envelope(String apiVersion, String kind, Message message) {
    Runtime.TypeMeta type =
        Runtime.TypeMeta.newBuilder().setApiVersion(apiVersion).setKind(kind).build();
    Runtime.Unknown unknown =
        Runtime.Unknown.newBuilder().setTypeMeta(type).setRaw(message.toByteString()).build();
    return MAGIC.concat(unknown.toByteString()).toByteArray();
  }

  /** The next event of a watch: a frame behind its length. */
  static Meta.WatchEvent event(DataInputStream in) throws IOException {
    byte[] frame = new byte[in.readInt()];
    in.readFully(frame);
    return Meta.WatchEvent.parseFrom(frame);
  }

  /** A field under a number that the type does not have would end up among the unknown ones. */
  private static void assertEverythingIsKnown(Message message) {
    assertThat(message.getUnknownFields().asMap()).as(message.toString()).isEmpty();
    message
        .getAllFields()
        .values()
        .forEach(
            value -> {
              if (value instanceof Message one) {
                assertEverythingIsKnown(one);
              } else if (value instanceof Iterable<?> several) {
                several.forEach(
                    each -> {
                      if (each instanceof Message one) {
                        assertEverythingIsKnown(one);
                      }
                    });
              }
            });
  }
}

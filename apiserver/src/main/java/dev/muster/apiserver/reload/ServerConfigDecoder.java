package dev.muster.apiserver.reload;

import dev.muster.model.codec.ConfigDecoder;
import dev.muster.model.types.Schema;
import dev.muster.model.types.StructType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Decoders for files of the kinds in {@code apiserver.config.k8s.io}. */
public final class ServerConfigDecoder {
  private static final String GROUP = "apiserver.config.k8s.io/";
  private static final List<String> KINDS =
      List.of("AuthenticationConfiguration", "AuthorizationConfiguration", "TracingConfiguration");

  private ServerConfigDecoder() {}

  /**
   * Takes one kind in some versions; of others it says which one was expected.
   *
   * @param types the kind's table, the same in all versions
   * @param registered where kube-apiserver registers the kind, which some messages tell
   */
  public static ConfigDecoder of(
      String kind, List<String> versions, List<String> types, String registered) {
    Map<String, StructType> known = new HashMap<>();
    Map<String, String> others = new HashMap<>();
    for (String version : versions) {
      String table = "apiserver/" + kind + "/" + version;
      known.put(
          GROUP + version + "/" + kind,
          Schema.kubernetes().with(table, types).struct(table + "." + kind));
      for (String other : KINDS) {
        if (!other.equals(kind)) {
          others.put(
              GROUP + version + "/" + other, "expected " + kind + ", got *apiserver." + other);
        }
      }
    }
    return new ConfigDecoder(known, others, registered);
  }
}

package dev.muster.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.model.apply.ManagedFields;
import dev.muster.model.apply.Write;
import dev.muster.model.codec.Bodies;
import dev.muster.model.codec.Encoder;
import dev.muster.model.codec.FieldValidation;
import dev.muster.model.field.Errors;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What a created pod costs before it reaches the store. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class PodBenchmark {
  private static final byte[] POD =
      """
      {"apiVersion":"v1","kind":"Pod","metadata":{"name":"web","namespace":"default","labels":{"app":"web"}},
       "spec":{"securityContext":{"runAsUser":1000,"runAsGroup":3000,"supplementalGroups":[4000],"fsGroup":2000},
        "containers":[{"name":"web","image":"nginx:1.27","ports":[{"containerPort":80}],
          "env":[{"name":"A","value":"b"}],"resources":{"limits":{"cpu":"500m","memory":"128Mi"}},
          "volumeMounts":[{"name":"config","mountPath":"/etc/web"}],
          "readinessProbe":{"httpGet":{"path":"/","port":80}}}],
        "volumes":[{"name":"config","configMap":{"name":"web","defaultMode":256}}]}}
      """
          .getBytes(StandardCharsets.UTF_8);

  private final Kinds kinds = KubernetesKinds.kinds();
  private final Kind kind = kinds.byKind("v1", "Pod").orElseThrow();
  private final Bodies bodies = new Bodies(kinds);
  private final ManagedFields fields = new ManagedFields(kinds);
  private final Instant now = Instant.now();
  private final ObjectNode decoded =
      bodies.read(kind, "application/json", POD, FieldValidation.WARN).object();

  @Benchmark
  public ObjectNode decode() {
    return bodies.read(kind, "application/json", POD, FieldValidation.WARN).object();
  }

  /** What the rules alone cost, on a copy. */
  @Benchmark
  public Errors copyDefaultValidate() {
    ObjectNode pod = decoded.deepCopy();
    kind.strategy().applyDefaults(pod);
    kind.strategy().prepareForCreate(pod);
    Errors errors = new Errors();
    ObjectMetas.validateCreate(kind, pod, errors);
    kind.strategy().validate(pod, errors);
    return errors;
  }

  @Benchmark
  public ObjectNode copy() {
    return decoded.deepCopy();
  }

  @Benchmark
  public byte[] decodeDefaultOwnValidateEncode() {
    ObjectNode pod = decode();
    kind.strategy().applyDefaults(pod);
    fields.update(kind, null, pod, new Write("bench", "", now));
    kind.strategy().prepareForCreate(pod);
    Errors errors = new Errors();
    ObjectMetas.validateCreate(kind, pod, errors);
    kind.strategy().validate(pod, errors);
    return Encoder.encode(kind.type(), pod);
  }
}

package dev.muster.bench;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.apiextensions.Converter;
import dev.muster.kinds.apiextensions.CustomKinds;
import dev.muster.model.field.Errors;
import dev.muster.model.scheme.Kind;
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

/** A custom resource of 10 KB validated by its schema and 50 rules, which all hold. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class CustomResourceBenchmark {
  private static final int FIELDS = 50;
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final Kind kind = CustomKinds.of(definition(), Converter.NONE).getFirst();
  private final ObjectNode object = object();

  private static ObjectNode object() {
    ObjectNode object = JSON.objectNode().put("apiVersion", "example.com/v1").put("kind", "Widget");
    object.putObject("metadata").put("name", "w").put("namespace", "default");
    ObjectNode spec = object.putObject("spec");
    for (int i = 0; i < FIELDS; i++) {
      spec.put("text" + i, "x".repeat(170));
      spec.put("number" + i, i);
    }
    return object;
  }

  private static ObjectNode definition() {
    ObjectNode out = JSON.objectNode();
    ObjectNode spec = out.putObject("spec").put("group", "example.com").put("scope", "Namespaced");
    ObjectNode version = spec.putArray("versions").addObject().put("name", "v1");
    version.put("served", true).put("storage", true);
    ObjectNode schema = version.putObject("schema").putObject("openAPIV3Schema");
    ObjectNode inner = schema.put("type", "object").putObject("properties").putObject("spec");
    ObjectNode properties = inner.put("type", "object").putObject("properties");
    ArrayNode rules = inner.putArray("x-kubernetes-validations");
    for (int i = 0; i < FIELDS; i++) {
      properties.putObject("text" + i).put("type", "string").put("maxLength", 200);
      properties.putObject("number" + i).put("type", "integer").put("minimum", 0);
      rules
          .addObject()
          .put("rule", "self.number%d >= 0 && self.text%d.startsWith('x')".formatted(i, i));
    }
    ObjectNode names = out.putObject("status").putObject("acceptedNames");
    names.put("plural", "widgets").put("kind", "Widget").put("singular", "widget");
    return out;
  }

  /** How many faults there are, which is none. */
  @Benchmark
  public int validate() {
    Errors errors = new Errors();
    kind.strategy().validate(object, errors);
    return errors.size();
  }
}

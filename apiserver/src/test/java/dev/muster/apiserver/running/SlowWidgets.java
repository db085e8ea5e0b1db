package dev.muster.apiserver.running;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.SpecAndStatus;
import dev.muster.model.field.Errors;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.KindBuilder;
import dev.muster.model.types.Schema;

/** A kind whose writes last as long as a test likes. */
public final class SlowWidgets {
  /** Where those of one namespace are. */
  public static final String PATH = "/apis/example.com/v1/namespaces/default/widgets";

  private static final String TABLE =
      """
      Widget
        kind string
        apiVersion string
        metadata meta/v1.ObjectMeta default={}
        spec WidgetSpec
      WidgetSpec
        text string
      """;

  private SlowWidgets() {}

  /**
   * The kind.
   *
   * @param validation run when one is validated; the write goes on when it returns
   */
  static Kind kind(Runnable validation) {
    Schema schema = Schema.kubernetes().with("example/v1", TABLE.lines().toList());
    return new KindBuilder("example.com", "v1", "Widget")
        .namespaced()
        .storedAs("widgets.example.com")
        .strategy(
            new SpecAndStatus(schema.struct("example/v1.Widget"), true) {
              @Override
              public void validate(ObjectNode object, Errors errors) {
                validation.run();
              }
            })
        .build(schema);
  }

  /** A small one. */
  public static String light(String name) {
    return widget(name, "");
  }

  /** One that is large enough to be heavy. */
  public static String heavy(String name) {
    return widget(name, "x".repeat(64 * 1024));
  }

  private static String widget(String name, String text) {
    return """
    {"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"%s"},"spec":{"text":"%s"}}
    """
        .formatted(name, text);
  }
}

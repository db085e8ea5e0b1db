package dev.muster.apiserver.kubectl;

import dev.muster.kinds.meta.SpecAndStatus;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.KindBuilder;
import dev.muster.model.types.Schema;

/** A kind that no server knows when it starts. */
final class Widgets {
  private static final String TABLE =
      """
      Widget
        kind string
        apiVersion string
        metadata meta/v1.ObjectMeta default={}
        spec WidgetSpec
        status *WidgetStatus
      WidgetSpec
        size *int32
        parts []WidgetPart key(name)
      WidgetPart
        name string keep
        colour string
      WidgetStatus
        built bool
      """;

  private Widgets() {}

  static Kind kind() {
    Schema schema = Schema.kubernetes().with("example/v1", TABLE.lines().toList());
    return new KindBuilder("example.com", "v1", "Widget")
        .namespaced()
        .shortNames("wd")
        .status()
        .storedAs("widgets.example.com")
        .strategy(new SpecAndStatus(schema.struct("example/v1.Widget"), true) {})
        .build(schema);
  }
}

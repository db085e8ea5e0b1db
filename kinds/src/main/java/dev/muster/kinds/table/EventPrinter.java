package dev.muster.kinds.table;

import static dev.muster.kinds.table.Column.number;
import static dev.muster.kinds.table.Column.objectName;
import static dev.muster.kinds.table.Column.text;

import dev.muster.model.field.At;
import dev.muster.views.CoreV1;
import dev.muster.views.EventsV1;
import java.util.Locale;

/** Both versions of events: the newer one calls most fields differently. */
final class EventPrinter {
  private final CoreV1.Event event;
  private final EventsV1.Event newer;
  private final Shown shown;

  private EventPrinter(Shown shown) {
    this.event = shown.as(CoreV1.Event::of);
    this.newer = shown.as(EventsV1.Event::of);
    this.shown = shown;
  }

  static Printer printer() {
    return Printer.of(
        text("Last Seen", "When it was last observed.", o -> new EventPrinter(o).lastSeen()),
        text(
            "Type",
            "Whether it is normal or a warning.",
            o -> o.as(CoreV1.Event::of).type().text()),
        text(
            "Reason", "Why it happened, in one word.", o -> o.as(CoreV1.Event::of).reason().text()),
        text("Object", "What it happened to.", o -> new EventPrinter(o).involved()),
        text("Subobject", "The part it happened to.", o -> new EventPrinter(o).part()).wide(),
        text("Source", "Who reported it.", o -> new EventPrinter(o).source()).wide(),
        text("Message", "What happened.", o -> new EventPrinter(o).message()),
        text("First Seen", "When it was first observed.", o -> new EventPrinter(o).firstSeen())
            .wide(),
        number("Count", "How often it was observed.", o -> new EventPrinter(o).count())
            .declared("string")
            .wide(),
        objectName().wide());
  }

  private static String either(At older, At newer) {
    return Shown.or(older.text(), newer.text());
  }

  private String part() {
    return either(event.involvedObject().fieldPath(), newer.regarding().fieldPath());
  }

  private String message() {
    return either(event.message(), newer.note()).strip();
  }

  private String firstSeen() {
    String first = either(event.firstTimestamp(), newer.deprecatedFirstTimestamp());
    return shown.ago(Shown.or(first, event.eventTime().text()));
  }

  private String lastSeen() {
    if (event.series().present()) {
      return shown.ago(event.series().lastObservedTime().text());
    }
    String last = either(event.lastTimestamp(), newer.deprecatedLastTimestamp());
    return last.isEmpty() ? firstSeen() : shown.ago(last);
  }

  private long count() {
    if (event.series().present()) {
      return event.series().count().number();
    }
    long count = event.count().number() + newer.deprecatedCount().number();
    return count == 0 ? 1 : count;
  }

  private String involved() {
    String kind =
        either(event.involvedObject().kind(), newer.regarding().kind()).toLowerCase(Locale.ROOT);
    String name = either(event.involvedObject().name(), newer.regarding().name());
    return name.isEmpty() ? kind : kind + "/" + name;
  }

  private String source() {
    String component =
        Shown.or(
            either(event.source().component(), newer.deprecatedSource().component()),
            either(event.reportingComponent(), newer.reportingController()));
    String host =
        Shown.or(
            either(event.source().host(), newer.deprecatedSource().host()),
            event.reportingInstance().text());
    return host.isEmpty() ? component : component + ", " + host;
  }
}

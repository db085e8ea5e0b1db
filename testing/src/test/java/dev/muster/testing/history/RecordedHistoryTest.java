package dev.muster.testing.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.testing.history.RecordedWrite.Outcome;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is right with a history, and each way in which one can be wrong. */
class RecordedHistoryTest {
  private static final Seen ABSENT = new Seen.Absent();
  private static final Seen PRESENT = new Seen.Present();

  private final RecordedHistory history = new RecordedHistory();

  private void wrote(String text, long revision, long began, long ended) {
    history.add(new RecordedWrite("k", text, 0, revision, Outcome.ACKNOWLEDGED, "a", began, ended));
  }

  private void tried(String text, long replaces, Outcome outcome, long began, long ended) {
    history.add(new RecordedWrite("k", text, replaces, 0, outcome, "a", began, ended));
  }

  private void deleted(long replaces, long began, long ended) {
    tried(HistoryEvent.DELETED, replaces, Outcome.ACKNOWLEDGED, began, ended);
  }

  private void saw(Seen seen, long began, long ended) {
    history.add(new RecordedRead("k", seen, "a", began, ended));
  }

  private void saw(long revision, long began, long ended) {
    saw(new Seen.At(revision), began, ended);
  }

  private static HistoryEvent event(long revision, String text) {
    return new HistoryEvent(revision, "k", text);
  }

  private static HistoryEvent gone(long revision) {
    return event(revision, HistoryEvent.DELETED);
  }

  private void isRight(HistoryEvent... happened) {
    assertThat(history.faults(List.of(happened), 100, List.of())).isEmpty();
  }

  private void isWrong(String how, HistoryEvent... happened) {
    assertThat(history.faults(List.of(happened), 100, List.of()))
        .singleElement()
        .asString()
        .startsWith(how);
  }

  @Test
  void whatIsReadWhileItIsWrittenMayBeEither() {
    wrote("x", 2, 0, 1);
    wrote("y", 3, 2, 9);
    saw(2, 3, 4);
    saw(3, 5, 6);
    saw(2, 3, 8);
    isRight(event(2, "x"), event(3, "y"));
  }

  @Test
  void aReadOlderThanAnAcknowledgedWriteIsStale() {
    wrote("x", 2, 0, 1);
    wrote("y", 3, 2, 3);
    saw(2, 4, 5);
    isWrong("stale: ", event(2, "x"), event(3, "y"));
  }

  @Test
  void aReadOlderThanOneThatEndedBeforeItIsStale() {
    wrote("x", 2, 0, 1);
    tried("y", 0, Outcome.UNKNOWN, 2, 3);
    saw(3, 4, 5);
    saw(2, 6, 7);
    isWrong("stale: ", event(2, "x"), event(3, "y"));
  }

  @Test
  void absenceAfterAnAcknowledgedCreationIsStale() {
    wrote("x", 2, 0, 1);
    saw(ABSENT, 2, 3);
    isWrong("stale: ", event(2, "x"));
  }

  @Test
  void presenceAfterAnAcknowledgedDeletionIsStale() {
    wrote("x", 2, 0, 1);
    deleted(2, 2, 3);
    saw(2, 4, 5);
    isWrong("stale: ", event(2, "x"), gone(3));
  }

  @Test
  void anAnswerAboutAccessIsNotOlderThanARevocation() {
    wrote("x", 2, 0, 1);
    saw(PRESENT, 2, 3);
    deleted(2, 4, 7);
    saw(PRESENT, 5, 6);
    saw(ABSENT, 5, 6);
    isRight(event(2, "x"), gone(3));
    saw(PRESENT, 8, 9);
    isWrong("stale: ", event(2, "x"), gone(3));
  }

  @Test
  void anAnswerAboutAccessIsNotOlderThanAGrant() {
    saw(ABSENT, 0, 1);
    wrote("x", 2, 2, 3);
    isRight(event(2, "x"));
    saw(ABSENT, 4, 5);
    isWrong("stale: ", event(2, "x"));
  }

  @Test
  void anAnswerAboutAccessDoesNotGoBackEvenIfNobodyKnowsOfTheRevocation() {
    wrote("x", 2, 0, 1);
    tried(HistoryEvent.DELETED, 2, Outcome.UNKNOWN, 2, 3);
    saw(PRESENT, 3, 4);
    saw(ABSENT, 5, 6);
    isRight(event(2, "x"), gone(3));
    saw(PRESENT, 7, 8);
    isWrong("stale: ", event(2, "x"), gone(3));
  }

  @Test
  void absenceIsAnyOfSeveral() {
    wrote("x", 2, 1, 2);
    deleted(2, 3, 4);
    wrote("y", 4, 5, 6);
    deleted(4, 7, 8);
    saw(ABSENT, 0, 9);
    saw(ABSENT, 4, 5);
    saw(ABSENT, 9, 10);
    isRight(event(2, "x"), gone(3), event(4, "y"), gone(5));
  }

  @Test
  void whatIsSeenBeforeItWasWrittenIsWrong() {
    saw(2, 4, 5);
    wrote("x", 2, 8, 9);
    isWrong("too early: ", event(2, "x"));
  }

  @Test
  void whatWasDeletedBeforeAnybodyWantedItIsWrong() {
    wrote("x", 2, 0, 1);
    saw(ABSENT, 2, 3);
    deleted(2, 4, 5);
    isWrong("too early: ", event(2, "x"), gone(3));
  }

  @Test
  void writesAreInTheOrderInWhichTheyWereAcknowledged() {
    wrote("x", 3, 0, 1);
    wrote("y", 2, 2, 3);
    isWrong("too early: ", event(2, "y"), event(3, "x"));
  }

  @Test
  void whatIsSeenWithoutEverHavingBeenThereIsWrong() {
    saw(7, 4, 5);
    isWrong("never written: ");
  }

  @Test
  void anAcknowledgedWriteThatDidNotHappenIsLost() {
    wrote("x", 2, 0, 1);
    isWrong("lost: ");
  }

  @Test
  void anAcknowledgedWriteWithSomethingElseInItsPlaceIsLost() {
    wrote("x", 2, 0, 1);
    tried("y", 0, Outcome.UNKNOWN, 0, 1);
    isWrong("lost: ", event(2, "y"));
  }

  @Test
  void anAcknowledgedDeletionThatDidNotHappenIsLost() {
    wrote("x", 2, 0, 1);
    deleted(2, 2, 3);
    isWrong("lost: ", event(2, "x"));
  }

  @Test
  void anUnknownWriteMayHappenMuchLaterOrNeverButOnce() {
    tried("x", 0, Outcome.UNKNOWN, 0, 1);
    saw(ABSENT, 2, 3);
    isRight();
    isRight(event(2, "x"));
    isWrong("nobody wrote: ", event(1, HistoryEvent.DELETED), event(2, "x"));
    assertThat(history.faults(List.of(event(2, "x"), event(3, "x")), 100, List.of()))
        .anyMatch(fault -> fault.startsWith("written twice: "));
  }

  @Test
  void aRefusedWriteThatHappenedIsWrong() {
    tried("x", 0, Outcome.REFUSED, 0, 1);
    isRight();
    isWrong("nobody wrote: ", event(2, "x"));
  }

  @Test
  void twoCannotBothHaveDeletedTheSame() {
    wrote("x", 2, 0, 1);
    deleted(2, 2, 5);
    deleted(2, 2, 5);
    assertThat(history.faults(List.of(event(2, "x"), gone(3)), 100, List.of()))
        .anyMatch(fault -> fault.startsWith("acknowledged twice: "));
  }

  @Test
  void aListIsAStateAndNotAnOldOne() {
    wrote("x", 2, 0, 1);
    wrote("y", 3, 2, 3);
    history.add(new RecordedList("", 2, Map.of("k", 2L), "a", 2, 4));
    history.add(new RecordedList("", 3, Map.of("k", 3L), "a", 2, 4));
    isRight(event(2, "x"), event(3, "y"));
    history.add(new RecordedList("", 2, Map.of("k", 2L), "a", 4, 5));
    isWrong("stale: ", event(2, "x"), event(3, "y"));
  }

  @Test
  void aListThatMixesStatesIsWrong() {
    wrote("x", 2, 0, 5);
    wrote("y", 3, 0, 5);
    history.add(new RecordedList("", 3, Map.of("k", 2L), "a", 0, 4));
    isWrong("never a state: ", event(2, "x"), event(3, "y"));
  }

  private List<String> watched(WatchRecord watch) {
    wrote("x", 2, 0, 1);
    wrote("y", 3, 2, 3);
    return history.faults(List.of(event(2, "x"), event(3, "y")), 3, List.of(watch));
  }

  @Test
  void aWatchThatSawEverythingOnceAndInOrderIsRight() {
    WatchRecord watch = new WatchRecord("w", "", 1);
    watch.saw(event(2, "x"));
    watch.saw(event(3, "y"));
    watch.saw(event(4, "later than what is known"));
    assertThat(watched(watch)).isEmpty();
    assertThat(watch.revision()).isEqualTo(4);
  }

  @Test
  void aWatchIsToldWhatItMissed() {
    WatchRecord gap = new WatchRecord("w", "", 1);
    gap.saw(event(3, "y"));
    assertThat(watched(gap)).singleElement().asString().startsWith("w: missed: ");
  }

  @Test
  void aBookmarkBeforeTheEventIsAGap() {
    WatchRecord early = new WatchRecord("w", "", 1);
    early.saw(event(2, "x"));
    early.bookmark(3);
    assertThat(watched(early)).singleElement().asString().startsWith("w: missed: ");
  }

  @Test
  void aWatchSeesNothingTwiceOrOutOfOrder() {
    WatchRecord twice = new WatchRecord("w", "", 1);
    twice.saw(event(2, "x"));
    twice.saw(event(2, "x"));
    assertThat(watched(twice)).singleElement().asString().startsWith("w: out of order or twice: ");
  }

  @Test
  void aWatchSeesWhatHappenedOnly() {
    WatchRecord other = new WatchRecord("w", "", 1);
    other.saw(event(2, "z"));
    other.saw(event(3, "y"));
    assertThat(watched(other)).singleElement().asString().startsWith("w: never happened: ");
  }

  @Test
  void aWatchThatHadToListAgainMissesOnlyWhatTheListHas() {
    WatchRecord watch = new WatchRecord("w", "", 1);
    watch.listedAt(2);
    watch.saw(event(3, "y"));
    assertThat(watched(watch)).isEmpty();
    assertThat(watch.lists()).isEqualTo(1);
  }
}

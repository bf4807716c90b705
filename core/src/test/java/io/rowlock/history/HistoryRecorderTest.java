package io.rowlock.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.history.HistoryRecorder.Entry;
import io.rowlock.history.HistoryTransaction.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class HistoryRecorderTest {

  private final AtomicLong nanos = new AtomicLong();
  private final HistoryRecorder recorder = new HistoryRecorder(nanos::incrementAndGet);

  @Test
  void eachOutcomeIsRecordedWithItsTimes() {
    Entry committed = recorder.begin(7);
    Entry failed = recorder.begin(8);
    Entry unknown = recorder.begin(9);
    recorder.begin(10).write("x", 4);
    committed.readList("x", List.of(1L));
    committed.append("x", 2);
    committed.ok();
    failed.fail();
    unknown.read("y", null);
    unknown.info();
    List<Step> steps = List.of(new Step.ReadList("x", List.of(1L)), new Step.Append("x", 2));
    assertThat(recorder.history(Map.of("x", List.of(2L))))
        .isEqualTo(
            new History(
                List.of(
                    new HistoryTransaction("T0", 7, 1, 5, Outcome.OK, steps),
                    new HistoryTransaction("T1", 8, 2, 6, Outcome.FAIL, List.of()),
                    unknown("T2", 9, 3, new Step.Read("y", null)),
                    unknown("T3", 10, 4, new Step.Write("x", 4))),
                Map.of("x", List.of(2L))));
  }

  private static HistoryTransaction unknown(String name, int process, long begin, Step step) {
    return new HistoryTransaction(
        name, process, begin, Long.MAX_VALUE, Outcome.INFO, List.of(step));
  }

  @Test
  void manyThreadsRecordAtOnce() throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int process = 0; process < 4; process++) {
      int number = process;
      threads.add(new Thread(() -> recordMany(number)));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    List<HistoryTransaction> transactions = recorder.history().transactions();
    assertThat(transactions).extracting(HistoryTransaction::name).doesNotHaveDuplicates();
    assertThat(transactions).hasSize(4000).allMatch(t -> t.steps().size() == 1);
    assertThat(transactions).allMatch(t -> t.beginNanos() < t.endNanos());
  }

  private void recordMany(int process) {
    for (int i = 0; i < 1000; i++) {
      Entry entry = recorder.begin(process);
      entry.append("p" + process, i);
      entry.ok();
    }
  }
}

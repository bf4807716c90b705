package io.rowlock.it.history;

import io.rowlock.history.HistoryRecorder;
import io.rowlock.history.Step;

/** Where clients note what they do, while they do it. */
public interface TransactionLog {

  /** Called before the first request of an attempt at a transaction. */
  Attempt begin(int process);

  /** One attempt, by one thread. One that is not ended may or may not have committed. */
  interface Attempt {

    /** A write before it is made, a read when it is answered. */
    void add(Step step);

    /** All steps are noted, and from now on it may commit. */
    void committing();

    void ok();

    void fail();

    void info();
  }

  /** In memory. */
  static TransactionLog to(HistoryRecorder recorder) {
    return process -> {
      HistoryRecorder.Entry entry = recorder.begin(process);
      return new Attempt() {
        @Override
        public void add(Step step) {
          entry.add(step);
        }

        @Override
        public void committing() {
          // A recorder takes what is not ended for one that may have committed.
        }

        @Override
        public void ok() {
          entry.ok();
        }

        @Override
        public void fail() {
          entry.fail();
        }

        @Override
        public void info() {
          entry.info();
        }
      };
    };
  }
}

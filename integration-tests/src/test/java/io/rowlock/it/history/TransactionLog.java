package io.rowlock.it.history;

import io.rowlock.history.HistoryRecorder;
import io.rowlock.history.Step;

/** Receives the actions of clients at the time of the action. */
public interface TransactionLog {

  /** Begins an attempt; called before its first request. */
  Attempt begin(int process);

  /** One attempt of one thread. An attempt without an end may have committed or not. */
  interface Attempt {

    /** Adds a write before it is made, or a read after its answer. */
    void add(Step step);

    /**
     * Marks the start of the commit: all steps are added, and the attempt may commit from now on.
     */
    void committing();

    void ok();

    void fail();

    void info();
  }

  /** Returns a log in memory. */
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
          // A recorder treats an open attempt as one that may have committed.
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

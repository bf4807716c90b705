package io.rowlock.history;

import io.rowlock.history.Anomaly.Kind;
import io.rowlock.history.HistoryTransaction.Outcome;
import io.rowlock.history.KeyHistory.Write;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the keys of a history, the writer of each value, and the committed transactions: those with
 * that outcome, and those without an outcome whose writes a committed one has read, or that are
 * there in the end.
 */
final class HistoryIndex {

  private final History history;
  private final Findings findings;
  private final List<KeyHistory> keys = new ArrayList<>();
  private final KeyHistory[][] keysOfSteps;
  private final boolean[] committed;
  private final Deque<Integer> unvisited = new ArrayDeque<>();

  HistoryIndex(History history, Findings findings) {
    this.history = history;
    this.findings = findings;
    keysOfSteps = new KeyHistory[history.transactions().size()][];
    committed = new boolean[history.transactions().size()];
    indexWrites();
    findCommitted();
    keys.forEach(this::fixOrder);
  }

  int size() {
    return committed.length;
  }

  HistoryTransaction transaction(int number) {
    return history.transactions().get(number);
  }

  /** Returns the key of each of a transaction's steps. */
  KeyHistory[] keysOf(int transaction) {
    return keysOfSteps[transaction];
  }

  List<KeyHistory> keys() {
    return keys;
  }

  boolean isCommitted(int transaction) {
    return committed[transaction];
  }

  boolean failed(int transaction) {
    return transaction(transaction).outcome() == Outcome.FAIL;
  }

  private void indexWrites() {
    Map<String, KeyHistory> byName = new HashMap<>();
    for (int number = 0; number < size(); number++) {
      List<Step> steps = transaction(number).steps();
      keysOfSteps[number] = new KeyHistory[steps.size()];
      for (int i = 0; i < steps.size(); i++) {
        keysOfSteps[number][i] = keyOf(steps.get(i), byName);
        indexWrite(number, keysOfSteps[number][i], steps.get(i));
      }
    }
  }

  private KeyHistory keyOf(Step step, Map<String, KeyHistory> byName) {
    KeyHistory key = byName.get(step.key());
    boolean isList = step instanceof Step.Append || step instanceof Step.ReadList;
    if (key == null) {
      key = new KeyHistory(step.key(), isList, history.finalOrders().get(step.key()));
      byName.put(step.key(), key);
      keys.add(key);
    }
    if (key.isList() != isList) {
      throw new IllegalArgumentException("key " + key + " is both a list and a register");
    }
    return key;
  }

  private void indexWrite(int number, KeyHistory key, Step step) {
    if (step instanceof Step.Append append) {
      indexWrite(number, key, append.element());
    } else if (step instanceof Step.Write write) {
      indexWrite(number, key, write.value());
    }
  }

  private void indexWrite(int number, KeyHistory key, long value) {
    Write other = key.addWrite(number, value);
    if (other != null) {
      String names = findings.name(other.writer) + " and " + findings.name(number);
      findings.add(Kind.DUPLICATE_ELEMENT, names + " both wrote " + value + " to " + key);
    }
  }

  private void findCommitted() {
    for (int number = 0; number < size(); number++) {
      if (transaction(number).outcome() == Outcome.OK) {
        commit(number);
      }
    }
    for (KeyHistory key : keys) {
      List<Long> finalOrder = key.finalOrder();
      if (finalOrder != null) {
        finalOrder.forEach(value -> see(key, value));
      }
    }
    while (!unvisited.isEmpty()) {
      visit(unvisited.remove());
    }
  }

  private void commit(int number) {
    committed[number] = true;
    unvisited.add(number);
  }

  private void visit(int number) {
    HistoryTransaction transaction = transaction(number);
    List<Step> steps = transaction.steps();
    for (int i = 0; i < steps.size(); i++) {
      KeyHistory key = keysOfSteps[number][i];
      if (steps.get(i) instanceof Step.ReadList read) {
        key.addRead(read.elements(), transaction.beginNanos()).forEach(seen -> see(key, seen));
      } else if (steps.get(i) instanceof Step.Read read && read.value() != null) {
        see(key, read.value());
      }
    }
  }

  private void see(KeyHistory key, Long value) {
    Write write = key.write(value);
    if (write != null && !committed[write.writer] && !failed(write.writer)) {
      commit(write.writer);
    }
  }

  private void fixOrder(KeyHistory key) {
    key.fixOrder();
    for (int position = 0; position < key.order().size(); position++) {
      Long value = key.order().get(position);
      Write write = key.write(value);
      if (write == null) {
        findings.add(Kind.PHANTOM_VALUE, key + " holds " + value + ", which no transaction wrote");
      } else if (failed(write.writer)) {
        String wrote = " wrote " + value + " to " + key + " and failed, but it is there";
        findings.add(Kind.G1A_ABORTED_READ, write.writer, wrote.strip());
      } else if (write.position >= 0) {
        findings.add(Kind.DUPLICATE_ELEMENT, key + " holds " + value + " twice");
      } else {
        key.place(write, position);
      }
    }
  }
}

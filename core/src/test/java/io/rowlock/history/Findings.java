package io.rowlock.history;

import io.rowlock.history.Anomaly.Kind;
import java.util.ArrayList;
import java.util.List;

/** Collects anomalies. */
final class Findings {

  private final List<HistoryTransaction> transactions;
  private final List<Anomaly> anomalies = new ArrayList<>();

  Findings(List<HistoryTransaction> transactions) {
    this.transactions = transactions;
  }

  void add(Kind kind, String explanation) {
    anomalies.add(new Anomaly(kind, explanation));
  }

  /** Adds an anomaly whose explanation begins with a transaction. */
  void add(Kind kind, int transaction, String explanation) {
    add(kind, name(transaction) + " " + explanation);
  }

  String name(int transaction) {
    return transactions.get(transaction).name();
  }

  List<Anomaly> anomalies() {
    return anomalies;
  }
}

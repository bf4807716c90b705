package io.rowlock.mutation;

/** What the protocol promises, and a mutant breaks. */
public enum Promise {
  ATOMIC("all rows or none"),
  SERIALIZABLE("an order of all transactions that fits what they saw, and real time"),
  HONEST("a commit that returned is there, one that failed is not"),
  DURABLE("nothing that was committed is lost or hidden"),
  ORDERED("lock times and versions of a row grow, above the table's floor (I1, I5)"),
  SETTLED("any client that meets an abandoned lock settles it"),
  UNHINDERED("a read that is not validated causes no conflict"),
  UNDELAYED("a transaction loses little time to another one that fails or is slow"),
  TAKEN_BACK("writes after a savepoint are taken back, and nothing else is"),
  FRUGAL("an attempt costs requests in proportion to the rows that it touches"),
  STEADY("a scan sees its transaction's writes as they were when it was opened");

  private final String words;

  Promise(String words) {
    this.words = words;
  }

  @Override
  public String toString() {
    return words;
  }
}

package io.rowlock.bench.tpcc.run;

/** One of the clients of a run, numbered from 0, which divide terminals and work among them. */
record ClientNumber(int number, int clients) {
  static final ClientNumber ONLY = new ClientNumber(0, 1);

  /** Returns the first of this client's things, which are numbered from 0 over all clients. */
  long first(long all) {
    return all * number / clients;
  }

  /** Returns how many of all things are this client's. */
  long part(long all) {
    return all * (number + 1) / clients - first(all);
  }
}

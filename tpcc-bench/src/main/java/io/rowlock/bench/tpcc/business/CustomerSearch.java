package io.rowlock.bench.tpcc.business;

import io.rowlock.bench.tpcc.access.Reads;
import io.rowlock.bench.tpcc.access.Reads.Answer;
import io.rowlock.bench.tpcc.business.Inputs.CustomerChoice;
import io.rowlock.bench.tpcc.layout.Index;
import io.rowlock.bench.tpcc.layout.Index.NamedCustomer;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.layout.Row.BrokenRowException;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Finds the number of the customer that a terminal chooses. */
final class CustomerSearch {
  private final CustomerChoice choice;
  private final Index<NamedCustomer> index;
  private @Nullable Answer named;

  CustomerSearch(CustomerChoice choice, Layout layout) {
    this.choice = choice;
    this.index = layout.customers();
  }

  /** The number, if it needs no search. */
  OptionalInt known() {
    return choice instanceof CustomerChoice.ById byId
        ? OptionalInt.of(byId.c())
        : OptionalInt.empty();
  }

  /** Requests the search for a name, if the choice is one. */
  void ask(Reads reads) {
    if (choice instanceof CustomerChoice.ByName byName) {
      named = reads.ask(index.find(NamedCustomer.of(byName.w(), byName.d(), byName.last())));
    }
  }

  /** Returns the number; called after the reads. */
  int result() {
    if (named == null) {
      return known().orElseThrow();
    }
    List<NamedCustomer> entries = index.entries(named.rows());
    if (entries.isEmpty()) {
      throw new BrokenRowException("There is no customer " + choice);
    }
    return entries.get(middle(entries.size())).c();
  }

  /** The place, from 0, of the customer at n/2, rounded up, from 1 (clause 2.5.2.2). */
  static int middle(int count) {
    return (count - 1) / 2;
  }
}

package io.rowlock.bench.tpcc.population;

import java.util.ArrayList;
import java.util.List;

/**
 * A part of the population that is loaded in one go.
 *
 * @param w 0 for items that are not copied
 * @param d the district; of goods, which tenth of them
 */
public record Part(Kind kind, int w, int d) {

  /** What is in a part. */
  public enum Kind {
    WAREHOUSE,
    DISTRICT,
    CUSTOMERS,
    ORDERS,
    STOCK,
    ITEMS
  }

  /** All parts of a database, the largest of each warehouse first. */
  public static List<Part> all(Scale scale, boolean copiesItems) {
    List<Part> parts = new ArrayList<>();
    if (!copiesItems) {
      addTenths(parts, Kind.ITEMS, 0);
    }
    for (int w = 1; w <= scale.warehouses(); w++) {
      addTenths(parts, Kind.ORDERS, w);
      addTenths(parts, Kind.CUSTOMERS, w);
      addTenths(parts, Kind.STOCK, w);
      if (copiesItems) {
        addTenths(parts, Kind.ITEMS, w);
      }
      addTenths(parts, Kind.DISTRICT, w);
      parts.add(new Part(Kind.WAREHOUSE, w, 0));
    }
    return List.copyOf(parts);
  }

  private static void addTenths(List<Part> parts, Kind kind, int w) {
    for (int d = 1; d <= Scale.DISTRICTS; d++) {
      parts.add(new Part(kind, w, d));
    }
  }

  /** Of the rows in it, indexes included, a fair estimate. */
  public long rows(Scale scale) {
    long lines = (Scale.FEWEST_LINES + Scale.MOST_LINES) / 2;
    return switch (kind) {
      case WAREHOUSE -> 2;
      case DISTRICT -> 3;
      case CUSTOMERS -> 3L * scale.customers();
      case ORDERS -> scale.orders() * (2 + lines) + scale.undelivered();
      case STOCK, ITEMS -> scale.items() / Scale.DISTRICTS;
    };
  }

  /** The first of the goods in a part. */
  int firstItem(Scale scale) {
    return (int) ((long) scale.items() * (d - 1) / Scale.DISTRICTS) + 1;
  }

  /** The last of the goods in a part. */
  int lastItem(Scale scale) {
    return (int) ((long) scale.items() * d / Scale.DISTRICTS);
  }

  @Override
  public String toString() {
    return kind + " " + w + " " + d;
  }
}

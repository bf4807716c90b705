package io.rowlock.it.cluster;

/**
 * One server of a cluster.
 *
 * @param number from 1 on; servers of one role differ by it
 */
public record Member(Role role, int number) {

  /** A region server. */
  public static Member regionServer(int number) {
    return new Member(Role.REGION_SERVER, number);
  }

  /** What people call it: {@code master}, {@code regionserver-2}. */
  public String name() {
    return switch (role) {
      case DATA_NODE, REGION_SERVER -> role.label() + "-" + number;
      default -> role.label();
    };
  }

  @Override
  public String toString() {
    return name();
  }
}

package io.rowlock.local;

/**
 * One server of a cluster.
 *
 * @param number counted from 1 within the role
 */
public record Member(Role role, int number) {

  /** A region server. */
  public static Member regionServer(int number) {
    return new Member(Role.REGION_SERVER, number);
  }

  /** The name in commands and files: {@code master}, {@code regionserver-2}. */
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

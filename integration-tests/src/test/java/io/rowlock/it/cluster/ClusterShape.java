package io.rowlock.it.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How large a cluster is.
 *
 * @param settings of HBase, which win over those made here
 */
public record ClusterShape(int dataNodes, int regionServers, Map<String, String> settings) {

  /** More would not fit on one machine. */
  private static final int MOST = 9;

  public ClusterShape {
    requireSome("data nodes", dataNodes);
    requireSome("region servers", regionServers);
  }

  private static void requireSome(String what, int count) {
    if (count < 1 || count > MOST) {
      throw new IllegalArgumentException(
          "There can be 1 to " + MOST + " " + what + ", not " + count);
    }
  }

  /** All servers, in the order in which they are started. */
  List<Member> members() {
    List<Member> members = new ArrayList<>();
    for (Role role : Role.values()) {
      for (int number = 1; number <= count(role); number++) {
        members.add(new Member(role, number));
      }
    }
    return members;
  }

  private int count(Role role) {
    return switch (role) {
      case DATA_NODE -> dataNodes;
      case REGION_SERVER -> regionServers;
      default -> 1;
    };
  }
}

package io.rowlock.local;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The size of a cluster.
 *
 * @param settings of HBase; they override the defaults of {@link SiteFiles}
 * @param isSecure whether it has {@link Kerberos} and checks permissions
 */
public record ClusterShape(
    int dataNodes, int regionServers, Map<String, String> settings, boolean isSecure) {

  /** A machine has room for no more. */
  private static final int MOST = 9;

  public ClusterShape {
    requireSome("data nodes", dataNodes);
    requireSome("region servers", regionServers);
  }

  /** The size of a cluster without security. */
  public ClusterShape(int dataNodes, int regionServers, Map<String, String> settings) {
    this(dataNodes, regionServers, settings, false);
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
      case KDC -> isSecure ? 1 : 0;
      case DATA_NODE -> dataNodes;
      case REGION_SERVER -> regionServers;
      default -> 1;
    };
  }
}

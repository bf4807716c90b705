package io.rowlock.operations.doctor;

import io.rowlock.operations.doctor.ClusterFinding.Area;
import io.rowlock.operations.doctor.ClusterFinding.Severity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Compares the clocks of the region servers with this machine's, and with each other. */
final class ClockFindings {

  /** Clients warn beyond. */
  private static final Duration WARN_BEYOND = Duration.ofMinutes(1);

  /** Clients do not start beyond. */
  private static final Duration REFUSE_BEYOND = Duration.ofMinutes(10);

  /** What a floor allows for, as HBase itself does. */
  private static final Duration APART = Duration.ofSeconds(30);

  private static final String MEND = "chronyc makestep (on the machine that is wrong)";

  private ClockFindings() {}

  static List<ClusterFinding> of(List<ClockLead> leads) {
    if (leads.isEmpty()) {
      return List.of(unknown());
    }
    List<ClusterFinding> findings = new ArrayList<>();
    for (ClockLead lead : leads) {
      if (Math.abs(lead.certain()) > WARN_BEYOND.toMillis()) {
        findings.add(off(lead));
      }
    }
    addApart(leads, findings);
    findings.add(summary(leads));
    return findings;
  }

  private static ClusterFinding unknown() {
    return ClusterFinding.ofCluster(
        Severity.WARNING,
        Area.CLOCKS,
        "clocks",
        "unknown",
        "no region server has reported to the master, so the clocks cannot be compared",
        "status 'simple'");
  }

  private static ClusterFinding off(ClockLead lead) {
    String message =
        "the clock is at least %s s %s this machine's%s. A client on this machine warns beyond %d s"
            + " and does not start beyond %d s, because its commits get timestamps from its clock";
    boolean isAhead = lead.certain() > 0;
    boolean refuses = Math.abs(lead.certain()) > REFUSE_BEYOND.toMillis();
    return ClusterFinding.ofCluster(
        refuses ? Severity.ERROR : Severity.WARNING,
        Area.CLOCKS,
        "clock of " + lead.server(),
        lead.toString(),
        message.formatted(
            ClockLead.seconds(Math.abs(lead.certain())),
            isAhead ? "ahead of" : "behind",
            isAhead ? "" : ", or its reports to the master are late",
            WARN_BEYOND.toSeconds(),
            REFUSE_BEYOND.toSeconds()),
        MEND);
  }

  /** Adds the two servers that are furthest apart, if that is certainly too far. */
  private static void addApart(List<ClockLead> leads, List<ClusterFinding> findings) {
    ClockLead first = leads.stream().max(Comparator.comparingLong(ClockLead::least)).orElseThrow();
    ClockLead last = leads.stream().min(Comparator.comparingLong(ClockLead::most)).orElseThrow();
    long apart = first.least() - last.most();
    if (apart > APART.toMillis()) {
      String message =
          "the clock of %s is at least %s s ahead of that of %s, or the reports of the latter are"
              + " late. The floor of a table allows for %d s: do not run 'rowlock enable' before"
              + " they agree";
      findings.add(
          ClusterFinding.ofCluster(
              Severity.WARNING,
              Area.CLOCKS,
              "clocks of the servers",
              ClockLead.seconds(apart) + " s apart",
              message.formatted(
                  first.server(), ClockLead.seconds(apart), last.server(), APART.toSeconds()),
              MEND));
    }
  }

  private static ClusterFinding summary(List<ClockLead> leads) {
    long least = leads.stream().mapToLong(ClockLead::least).min().orElseThrow();
    long most = leads.stream().mapToLong(ClockLead::most).max().orElseThrow();
    long error = leads.stream().mapToLong(ClockLead::error).max().orElseThrow();
    String message =
        "the clocks of %d region servers are this far ahead of this machine's. HBase shows them only by"
            + " the servers' reports to the master, so each is known to within ± %s s; it shows neither"
            + " the master's clock nor those of other clients";
    return ClusterFinding.note(
        Area.CLOCKS,
        "clocks",
        ClockLead.seconds(least) + " to " + ClockLead.seconds(most) + " s",
        message.formatted(leads.size(), ClockLead.seconds(error)));
  }
}

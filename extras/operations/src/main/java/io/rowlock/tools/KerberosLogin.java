package io.rowlock.tools;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.security.UserGroupInformation;

/** Lets a process log in by Kerberos, if the configuration requires it. */
final class KerberosLogin {

  private static final String KEYTAB_FILE = "hbase.client.keytab.file";
  private static final String KEYTAB_PRINCIPAL = "hbase.client.keytab.principal";

  private KerberosLogin() {}

  /**
   * Hands the configuration to Hadoop, which would look on the class path only.
   *
   * @throws IOException if there is nothing to log in with; HBase's client would try for long
   */
  static void prepare(Configuration configuration) throws IOException {
    if (!User.isHBaseSecurityEnabled(configuration)) {
      return;
    }
    UserGroupInformation.setConfiguration(configuration);
    UserGroupInformation user = UserGroupInformation.getCurrentUser();
    if (configuration.get(KEYTAB_FILE) == null
        && !user.hasKerberosCredentials()
        && user.getTokens().isEmpty()) {
      throw new IOException(
          "This HBase requires Kerberos, and user '%s' has no valid ticket: run kinit, or put -D %s=NAME and -D %s=FILE before the command"
              .formatted(user.getShortUserName(), KEYTAB_PRINCIPAL, KEYTAB_FILE));
    }
  }
}

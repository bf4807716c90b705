package io.rowlock.clienttests;

import static org.junit.Assert.assertEquals;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.AcidGuaranteesTestTool;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.IntegrationTestingUtility;
import org.apache.hadoop.hbase.PerformanceEvaluation;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.test.IntegrationTestBigLinkedList;
import org.apache.hadoop.hbase.util.LoadTestTool;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;
import org.junit.After;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;

/**
 * Programs of HBase's own that write and check tables, each unmodified: what varies is the
 * configuration, which chooses the connection.
 */
public class HBaseTools {

  private static final HBaseTestingUtility HBASE = new HBaseTestingUtility();

  @BeforeClass
  public static void start() throws Exception {
    HBASE.startMiniCluster(1);
  }

  @AfterClass
  public static void stop() throws Exception {
    HBASE.shutdownMiniCluster();
  }

  @After
  public void dropTables() throws IOException {
    try (Admin admin = HBASE.getConnection().getAdmin()) {
      for (var table : admin.listTableNames()) {
        HBASE.deleteTable(table);
      }
    }
  }

  private static void run(Tool tool, String... arguments) throws Exception {
    assertEquals(0, ToolRunner.run(new Configuration(HBASE.getConfiguration()), tool, arguments));
  }

  private static void evaluate(String... commands) throws Exception {
    Configuration configuration = new Configuration(HBASE.getConfiguration());
    for (String command : commands) {
      run(
          new PerformanceEvaluation(configuration),
          "--nomapred",
          "--rows=1000",
          "--presplit=3",
          command,
          "2");
    }
  }

  @Test
  public void performanceEvaluationOfWrites() throws Exception {
    evaluate("sequentialWrite", "randomWrite", "randomDelete");
  }

  @Test
  public void performanceEvaluationOfReads() throws Exception {
    evaluate("sequentialWrite", "sequentialRead", "randomRead");
  }

  @Test
  public void performanceEvaluationOfScans() throws Exception {
    evaluate("sequentialWrite", "scan", "reverseScan", "scanRange100", "filterScan");
  }

  @Test
  public void performanceEvaluationOfUpdates() throws Exception {
    evaluate("increment", "append", "checkAndMutate", "checkAndPut", "checkAndDelete");
  }

  /** Writes, reads and checks rows at the same time; batches are larger than one row. */
  @Test
  public void loadTestTool() throws Exception {
    run(new LoadTestTool(), "-write", "2:100:4", "-read", "100:4", "-num_keys", "2000");
  }

  @Test
  public void loadTestToolWithBatches() throws Exception {
    run(
        new LoadTestTool(),
        "-write",
        "2:100:4",
        "-multiput",
        "-read",
        "100:4",
        "-num_keys",
        "2000");
  }

  @Test
  public void acidGuarantees() throws Exception {
    run(new AcidGuaranteesTestTool(), "-millis", "20000", "-numWriters", "4", "-crazyFlush");
  }

  /** Writes rows that refer to earlier ones, and looks for missing ones with MapReduce. */
  @Test
  public void bigLinkedList() throws Exception {
    Configuration existing = new Configuration(HBASE.getConfiguration());
    IntegrationTestingUtility.setUseDistributedCluster(existing); // that is, start none
    String output = HBASE.getDataTestDirOnTestFS("list").toString();
    Tool list = new IntegrationTestBigLinkedList();
    assertEquals(
        0,
        ToolRunner.run(
            existing, list, new String[] {"Loop", "1", "2", "20000", output, "1", "1000", "10"}));
  }
}

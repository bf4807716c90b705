package io.rowlock.bench.tpcc.layout;

import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;

/**
 * An HBase table to be made.
 *
 * @param splits where its regions begin, the first one left out
 * @param splitPolicy the class that decides on further splits
 * @param values for the table's descriptor
 */
public record TablePlan(
    TableName name, List<byte[]> splits, String splitPolicy, Map<String, String> values) {}

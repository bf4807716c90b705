package io.rowlock.janusgraph;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.janusgraph.diskstorage.BackendException;
import org.janusgraph.diskstorage.Entry;
import org.janusgraph.diskstorage.EntryList;
import org.janusgraph.diskstorage.EntryMetaData;
import org.janusgraph.diskstorage.StaticBuffer;
import org.janusgraph.diskstorage.keycolumnvalue.KCVMutation;
import org.janusgraph.diskstorage.keycolumnvalue.KeyColumnValueStore;
import org.janusgraph.diskstorage.keycolumnvalue.KeyIterator;
import org.janusgraph.diskstorage.keycolumnvalue.KeyRangeQuery;
import org.janusgraph.diskstorage.keycolumnvalue.KeySliceQuery;
import org.janusgraph.diskstorage.keycolumnvalue.KeySlicesIterator;
import org.janusgraph.diskstorage.keycolumnvalue.KeysQueriesGroup;
import org.janusgraph.diskstorage.keycolumnvalue.MultiKeysQueryGroups;
import org.janusgraph.diskstorage.keycolumnvalue.MultiSlicesQuery;
import org.janusgraph.diskstorage.keycolumnvalue.SliceQuery;
import org.janusgraph.diskstorage.keycolumnvalue.StoreTransaction;
import org.jspecify.annotations.Nullable;

/** One store of a graph: a column family of the table. Thread-safe. */
final class RowlockStore implements KeyColumnValueStore {

  private final String name;
  private final String family;
  private final Slices slices;
  private final int pageSize;

  RowlockStore(String name, String family, EntryMetaData[] metaData, int pageSize) {
    this.name = name;
    this.family = family;
    this.slices = new Slices(Bytes.toBytes(family), metaData);
    this.pageSize = pageSize;
  }

  /** One slice of one row. */
  private record Question(StaticBuffer key, SliceQuery slice) {}

  @Override
  public EntryList getSlice(KeySliceQuery query, StoreTransaction transaction)
      throws BackendException {
    return read(List.of(new Question(query.getKey(), query)), transaction).get(0);
  }

  @Override
  public Map<StaticBuffer, EntryList> getSlice(
      List<StaticBuffer> keys, SliceQuery slice, StoreTransaction transaction)
      throws BackendException {
    List<Question> questions = keys.stream().map(key -> new Question(key, slice)).toList();
    return bySlice(questions, transaction).getOrDefault(slice, Map.of());
  }

  /** Reads all slices at once. */
  @Override
  public Map<SliceQuery, Map<StaticBuffer, EntryList>> getMultiSlices(
      MultiKeysQueryGroups<StaticBuffer, SliceQuery> groups, StoreTransaction transaction)
      throws BackendException {
    List<Question> questions = new ArrayList<>();
    for (KeysQueriesGroup<StaticBuffer, SliceQuery> group : groups.getQueryGroups()) {
      for (SliceQuery slice : group.getQueries()) {
        group.getKeysGroup().forEach(key -> questions.add(new Question(key, slice)));
      }
    }
    return bySlice(questions, transaction);
  }

  private Map<SliceQuery, Map<StaticBuffer, EntryList>> bySlice(
      List<Question> questions, StoreTransaction transaction) throws BackendException {
    List<EntryList> answers = read(questions, transaction);
    Map<SliceQuery, Map<StaticBuffer, EntryList>> found = new HashMap<>();
    for (int i = 0; i < answers.size(); i++) {
      Question question = questions.get(i);
      found
          .computeIfAbsent(question.slice(), slice -> new HashMap<>())
          .put(question.key(), answers.get(i));
    }
    return found;
  }

  private List<EntryList> read(List<Question> questions, StoreTransaction transaction)
      throws BackendException {
    List<Get> gets =
        questions.stream().map(asked -> slices.get(asked.key(), asked.slice())).toList();
    try {
      List<EntryList> answers = new ArrayList<>(gets.size());
      for (Result row : RowlockStoreTransaction.of(transaction).rows().get(gets)) {
        answers.add(slices.entries(row));
      }
      return answers;
    } catch (IOException failure) {
      throw BackendFailures.ofCall(failure);
    }
  }

  @Override
  public KeyIterator getKeys(KeyRangeQuery query, StoreTransaction transaction)
      throws BackendException {
    Scan rows =
        slices
            .scan(query)
            .withStartRow(query.getKeyStart().as(StaticBuffer.ARRAY_FACTORY))
            .withStopRow(query.getKeyEnd().as(StaticBuffer.ARRAY_FACTORY));
    return scan(rows, transaction);
  }

  @Override
  public KeyIterator getKeys(SliceQuery query, StoreTransaction transaction)
      throws BackendException {
    return scan(slices.scan(query), transaction);
  }

  private KeyIterator scan(Scan rows, StoreTransaction transaction) throws BackendException {
    try {
      return new ScannedKeys(
          RowlockStoreTransaction.of(transaction).scans(), rows.setCaching(pageSize), slices);
    } catch (IOException failure) {
      throw BackendFailures.ofCall(failure);
    }
  }

  /** Not needed: scans return rows in the order of their keys. */
  @Override
  public KeySlicesIterator getKeys(MultiSlicesQuery queries, StoreTransaction transaction) {
    throw new UnsupportedOperationException("Scans are consistent: ask for each slice");
  }

  @Override
  public void mutate(
      StaticBuffer key,
      List<Entry> additions,
      List<StaticBuffer> deletions,
      StoreTransaction transaction)
      throws BackendException {
    Mutations mutations = new Mutations();
    mutations.add(family, key, new KCVMutation(additions, deletions));
    mutations.writeTo(RowlockStoreTransaction.of(transaction));
  }

  @Override
  public void acquireLock(
      StaticBuffer key,
      StaticBuffer column,
      @Nullable StaticBuffer expectedValue,
      StoreTransaction transaction)
      throws BackendException {
    RowlockStoreTransaction.of(transaction).expected().add(family, key, column, expectedValue);
  }

  @Override
  public String getName() {
    return name;
  }

  @Override
  public void close() {}
}

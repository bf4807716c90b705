import sys,collections
ROOM={}
def r(room,names):
    for n in names.split(): ROOM['io.rowlock.internal.protocol.'+n]=room
r('.','LockProtocol')
r('commit','CommitProtocol CommitPlanner CommitPlan CommitLayout Prewrite CommitPoint ParallelCommit ParallelFinish Abort Attempt Heartbeat HeartbeatTimer CommitGate CommitRequest HolderSettlement PlanLimits RowTurns RowWrite SecondariesTestimony WriteRow Hold')
r('contention','Escalation Claims Claim ClaimRequest HoldPlanner')
r('read','LockedReader ReadSet RangeRead ReadValidation Glimpses Patience LookAhead DecidedPage RowVersions HiddenCells')
r('recovery','LockResolver RollForward Secondaries Fencing LeaseWatch MissingTables MissingRights LostTables HelpfulWrites Finishing ParallelRecovery ParallelRow RecoveryObserver BackgroundWork GatheringStore GroupedWrites RefusedIntents RefusalNotingStore Settlement SettleTask')
r('maintenance','LockDiscard LockExaminer LockFindings LockSettler LockVacuum LockView LockWarden NotedLock Replacements VacuumFate Diagnosis')
r('lock','RowLock RowLockCodec LockSanity Intent LockWrites LockBytesReader LockBytesWriter LockedRow MalformedLockException ProtocolFailure Conflict LostRaceException TransactionId RowReference WriterTrail Async Trampoline RowMap Explained Phase TransactionObserver Observed TableCatalog KnownTable FactsAge DecidedRow ProtocolSettings ProtocolLimits Tries TrailLimits')
ORDER={'lock':0,'recovery':1,'read':2,'maintenance':3,'commit':3,'contention':4,'.':5}
deps=[l.split() for l in open('deps.txt')]
P='io.rowlock.internal.protocol.'
names={a for a,b in deps if a.startswith(P)}|{b for a,b in deps if b.startswith(P)}
print('unmapped',[n for n in names if n not in ROOM])
bad=[(a[len(P):],b[len(P):]) for a,b in deps if a in ROOM and b in ROOM and ROOM[a]!=ROOM[b] and not ORDER[ROOM[a]]>ORDER[ROOM[b]]]
for a,b in sorted(bad): print(ROOM[P+a],a,'->',ROOM[P+b],b)
print(len(bad))
c=collections.Counter(ROOM.values()); print(c)
pub=set(b for a,b in deps if a in ROOM and b in ROOM and ROOM[a]!=ROOM[b])
print('cross-room public',len(pub))

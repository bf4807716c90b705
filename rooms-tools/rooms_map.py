ROOMS={};TESTS={}
P0='io.rowlock.internal.protocol'
def r(room,names):
    for n in names.split(): ROOMS[n]=(P0,P0+'.'+room)
r('commit','CommitProtocol CommitPlanner CommitPlan CommitLayout Prewrite CommitPoint ParallelCommit ParallelFinish Abort Attempt Heartbeat HeartbeatTimer CommitGate CommitRequest HolderSettlement PlanLimits RowTurns RowWrite SecondariesTestimony WriteRow Hold Claim')
r('contention','Escalation Claims ClaimRequest HoldPlanner')
r('read','LockedReader ReadSet RangeRead ReadValidation Glimpses Patience LookAhead DecidedPage RowVersions HiddenCells')
r('recovery','LockResolver RollForward Secondaries Fencing LeaseWatch MissingTables MissingRights LostTables HelpfulWrites Finishing ParallelRecovery ParallelRow RecoveryObserver BackgroundWork GatheringStore GroupedWrites RefusedIntents RefusalNotingStore Settlement SettleTask')
r('maintenance','LockDiscard LockExaminer LockFindings LockSettler LockVacuum LockView LockWarden NotedLock Replacements VacuumFate Diagnosis')
r('lock','RowLock RowLockCodec LockSanity Intent LockWrites LockBytesReader LockBytesWriter LockedRow MalformedLockException ProtocolFailure Conflict LostRaceException TransactionId RowReference WriterTrail Async Trampoline RowMap Explained Phase TransactionObserver Observed TableCatalog KnownTable FactsAge DecidedRow ProtocolSettings ProtocolLimits Tries TrailLimits')
def t(room,names):
    for n in names.split(): TESTS[n]=(P0,P0+'.'+room)

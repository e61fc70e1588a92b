/** Reading and writing records: calls of a record, the one writer, the trail, many at once. */
export { stepTitle, verbTitle } from './audit/verbs.ts'
export { removeRecords } from './batches/batch-remove.ts'
export { runBatch } from './batches/batch.ts'
export { changeEach, changeEachTo, setEach } from './batches/change-each.ts'
export { namedId } from './lists/named-id.ts'
export { treeDepthMax } from './records/record-checks.ts'
export { columnValues } from './records/validate-record.ts'
export { change, create } from './records/change.ts'
export { Secret } from './base/secret.ts'
export { hashOfText, openedText, openSecret, sealedText } from './db/encrypted.ts'
export { createDocuments, createEach } from './records/create-each.ts'
export { setDerived } from './records/derived.ts'
export { linesName } from './records/hold-change.ts'
export { type ChangeOf, followerOf } from './records/follower-of.ts'
export type { LineLog } from './records/line-log.ts'
export { followTogether, together } from './records/together.ts'
export { serverName } from './trail/server-name.ts'
export { type Entry, insertEntries, noteExport, writeAudit, writeAudits } from './trail/write-audit.ts'
export { datedFamily, family, imported, type Rule } from './verbs/family.ts'
export { addRecord, oneRecord, updateRecord } from './verbs/record.ts'
export { hasAny, usual } from './verbs/usual.ts'
export {
  add,
  batchUpdate,
  exportOf,
  idsOf,
  importOf,
  list,
  one,
  remove,
  removeBetween,
  removeToo,
  reveal,
  templateOf,
  update,
} from './verbs/verbs.ts'

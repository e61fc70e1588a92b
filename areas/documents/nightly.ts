/** What days do to documents and policies: versions come into force, bytes are compared, people are reminded. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { operations } from '#platform/declare/operations.ts'
import { headOf, holdersOf, namedBy, notice } from '#platform/declare/notice.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { sentence, type Sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import type { Context, Timed, Tx } from '#platform/server/area.ts'
import { reminder, timed } from '#platform/server/jobs.ts'
import { notify } from '#platform/server/notices.ts'
import { setDerived } from '#platform/server/records.ts'
import { documentRights, documentVersion, officeDocument, standings } from './document-tables.ts'
import { keepInForce } from './documents.ts'
import { lockWriting } from './one-writer.ts'
import { askNewcomers } from './regulations.ts'
import { readingStates, regulation, regulationReading } from './regulation-tables.ts'

const portion = 500
/** Documents of which another version is in force than yesterday. */
export async function comeIntoForce(inside: Context, tx: Tx): Promise<undefined> {
  const today = todayOf(inside)
  await lockWriting(inside, tx)
  for (let after = '0'; ;) {
    const found = await tx
      .selectFrom('document_version')
      .select('document_id')
      .distinct()
      .where('document_id', '>', after)
      .where(eb =>
        eb.or([
          eb.and([eb('standing', '=', standings.later[0]), eb('effective_on', '<=', today)]),
          eb.and([eb('standing', '=', standings.now[0]), eb('until', '<', today)]),
        ]),
      )
      .orderBy('document_id')
      .limit(portion)
      .execute()
    const ids = found.map(row => asText(row.document_id))
    await keepInForce(inside, ids)
    if (ids.length < portion) return undefined
    after = ids.at(-1) ?? after
  }
}

/** versions of a night, and bytes that are read of them */
const comparedMax = 200
const bytesMax = 500_000_000
/** Stored bytes have the hash that was noted; those that were compared longest ago come first. */
export async function compareBytes(inside: Context, tx: Tx): Promise<Sentence | undefined> {
  const rows = await tx
    .selectFrom('document_version as v')
    .innerJoin('stored_file as f', join => join.on(sql<boolean>`f.id = coalesce(v.file[1], v.closed_file[1])`))
    .select(['v.id', 'v.sha256', 'f.storage_key', 'f.size'])
    .orderBy(sql`v.checked_on asc nulls first`)
    .orderBy('v.id')
    .limit(comparedMax)
    .execute()
  const checkedOn = todayOf(inside)
  const compared: { id: string; checkedOn: string; damaged: boolean }[] = []
  let read = 0
  for (const one of rows) {
    read += Number(one.size)
    if (read > bytesMax && compared.length > 0) break
    compared.push({ id: asText(one.id), checkedOn, damaged: (await hashOf(inside, one.storage_key)) !== one.sha256 })
  }
  await setDerived(inside, documentVersion as Resource, compared)
  const damaged = compared.filter(one => one.damaged)
  if (damaged.length === 0) return undefined
  const told = await rowsOf(
    inside,
    damaged.map(one => one.id),
  )
  await notify(inside, tx, damagedNotice, { of: { resource: documentVersion, rows: told } })
  return sentence`${damaged.length} 个文档版本的内容和上传时不同`
}
const rowsOf = async ({ db }: Context, ids: readonly string[]) =>
  (
    await db
      .selectFrom('document_version')
      .select(['id', 'no'])
      .where('id', 'in', [...ids])
      .execute()
  ).map(row => ({ id: asText(row.id), no: row.no }))
async function hashOf({ house }: Context, key: string): Promise<string | null> {
  if (!(await house.files.exists(key))) return null
  const hash = createHash('sha256')
  for await (const piece of await house.files.get(key)) hash.update(piece as Buffer)
  return hash.digest('hex')
}
const damagedNotice = notice('documents.bytes', ['文档内容变了', 'Bytes of a document changed'], {
  title: ['文档版本 {label} 的内容和上传时不同，请从备份恢复', 'The bytes of version {label} are not those uploaded: restore them'],
  titleOfMany: ['{n} 个文档版本的内容和上传时不同，请从备份恢复', 'The bytes of {n} versions are not those uploaded: restore them'],
  to: [holdersOf('document', documentRights.keep.operation)],
})

const at9 = { at: '09:00' } as const
const reviewOf = (code: string, of: Resource, zh: string, en: string, list: string) =>
  reminder(code, [`${zh}复审提醒`, `Reminder of ${en} to review`], {
    of,
    on: 'reviewOn',
    by: { calendarDays: [-30, 0] },
    when: at9,
    notice: notice(code, [`${zh}要复审`, `A review of ${en}`], {
      title: [`${zh} {label} 到了复审日期，请确认是否还适用`, `Review ${en} {label}: does it still hold?`],
      titleOfMany: [`{n} 份${zh}到了复审日期，请确认是否还适用`, `Review {n} ${en}: do they still hold?`],
      to: [namedBy('ownerId'), holdersOf(list, operations.audit)],
    }),
  })

export const documentTimed: readonly Timed[] = [
  timed('documents.inForce', ['文档版本生效', 'Versions of documents come into force'], { at: '00:05', work: comeIntoForce }),
  timed('documents.newcomers', ['新员工阅读制度', 'Policies for newcomers'], { at: '06:30', work: askNewcomers }),
  timed('documents.bytes', ['核对文档内容', 'Bytes of documents are compared'], { at: '03:40', work: compareBytes }),
  reviewOf('documents.review', officeDocument, '文档', 'documents', 'document'),
  reviewOf('documents.reviewPolicy', regulation.draft, '制度', 'policies', 'regulation'),
  reminder('documents.mustRead', ['制度确认提醒', 'Reminder of policies to confirm'], {
    of: regulationReading,
    on: 'dueOn',
    by: { calendarDays: [0, 1, 2, 3, 4] },
    while: { field: 'state', is: [readingStates.open[0]] },
    when: at9,
    also: { from: 2, to: [headOf('employeeId')] },
    notice: notice('documents.mustRead', ['制度待确认', 'A policy to confirm'], {
      title: ['制度 {label} 请阅读并确认', 'Read and confirm the policy {label}'],
      titleOfMany: ['{n} 份制度还没有确认', '{n} policies are not confirmed'],
      to: [namedBy('employeeId')],
    }),
  }),
]

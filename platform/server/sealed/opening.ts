/**
 * Opening a sealed author: one of system administrator and general manager asks with a reason, the other agrees within 24 hours. Both stand
 * in the record and in the trail, the author is told, and his name is given to these two alone; it is stored nowhere.
 */
import type { Resource } from '#platform/declare/resource.ts'
import { labelOf } from '#platform/declare/resource.ts'
import { openingHours, openingOffices, openingOperation, openingPermission, openingStates } from '#platform/declare/sealed.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { instantMs } from '#platform/format/instants.ts'
import { asText } from '#platform/format/text.ts'
import { holdersOf, notice } from '#platform/declare/notice.ts'
import type { Row } from '#platform/declare/wire.ts'
import type { Context } from '../contract/context.ts'
import type { Tx } from '../contract/database.ts'
import { refuse } from '../calls/refusal.ts'
import { decryptedAuthor } from '../db/sealed-author.ts'
import { namedId } from '../lists/named-id.ts'
import { change, create } from '../records/change.ts'
import { notify } from '../notices/tell.ts'
import { writeAudit } from '../trail/write-audit.ts'
import { oneRecord } from '../verbs/record.ts'
import { tellSealed } from './notices.ts'
import { isLatelyOpened, pausedDays } from './opened-door.ts'
import { sealedOpening } from './tables.ts'

const { waiting, opened, refused } = openingStates
const { administrator, manager } = openingOffices
const hourMs = 3_600_000

export const openingAsked = notice('sealed.openingAsked', ['申请开启匿名作者', 'Opening of a sealed author asked'], {
  title: ['{by} 申请开启“{label}”的匿名作者，请确认', '{by} asks to open the sealed author of “{label}”'],
  to: [holdersOf(openingPermission, openingOperation)],
})

/** The person behind a sealed record. */
export interface OpenedAuthor {
  readonly accountId: string
  readonly name: string
  readonly employeeId: string | null
}

/** In which offices the caller may take part: in none for some days after others have opened his account, or given it an office. */
async function officesOf({ caller, now }: Context, tx: Tx): Promise<ReadonlySet<number>> {
  const row = await tx
    .withoutPlugins()
    .selectFrom('account')
    .select(['is_manager', 'door_opened_at'])
    .where('id', '=', caller.accountId)
    .executeTakeFirst()
  if (isLatelyOpened(row?.door_opened_at ?? null, now()))
    throw refuse.rule(sentence`您的账号在 ${pausedDays} 天内由他人开通、重置密码或设置职务，这期间不能参与开启匿名作者`)
  return new Set([...(caller.systemAdmin ? [administrator[0]] : []), ...(row?.is_manager === true ? [manager[0]] : [])])
}

async function sealOf(tx: Tx, r: Resource, recordId: string): Promise<string> {
  const kept = await tx
    .withoutPlugins()
    .selectFrom('sealed_author')
    .select('cipher')
    .where('subject', '=', r.table)
    .where('record_id', '=', recordId)
    .executeTakeFirst()
  if (kept === undefined) throw refuse.rule(sentence`这条${r.title}没有匿名作者`)
  return kept.cipher
}

/** `id`: a sealed record that the caller sees. */
export async function askOpening(context: Context, r: Resource, { id, reason }: { id: unknown; reason: string }): Promise<{ id: string }> {
  const record = await oneRecord(context, r, namedId(id, r.title))
  return context.write(
    async (tx, inside) => {
      const offices = await officesOf(inside, tx)
      const [office] = offices
      if (office === undefined) throw refuse.forbidden(sentence`只有系统管理员和总经理可以申请开启匿名作者`)
      await sealOf(tx, r, record.id)
      const now = inside.now()
      const pending = await tx
        .selectFrom('sealed_opening')
        .select('id')
        .where('subject', '=', r.table)
        .where('record_id', '=', record.id)
        .where('state', '=', waiting[0])
        .where('until', '>', now.toISOString())
        .executeTakeFirst()
      if (pending !== undefined) throw refuse.rule(sentence`这条内容已有等待确认的开启申请`)
      const { caller } = inside
      const row = await create(
        inside,
        sealedOpening,
        {
          label: asText(record[labelOf(r)] ?? record.id).slice(0, 200),
          kind: r.title[0],
          subject: r.table,
          recordId: record.id,
          reason,
          askedBy: caller.name,
          askedById: caller.accountId,
          askedAs: office,
          askedAt: now.toISOString(),
          until: new Date(now.getTime() + openingHours * hourMs).toISOString(),
        },
        { verb: 'askOpening' },
      )
      await notify(inside, tx, openingAsked, { of: { resource: sealedOpening, rows: [row] }, but: caller.accountId })
      return { id: row.id }
    },
    { line: `sealed ${r.table} ${record.id}` },
  )
}

/** The opening, held; refused where it does not wait any more. */
async function waitingOpening(tx: Tx, id: string) {
  const row = await tx.selectFrom('sealed_opening').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (row === undefined) throw refuse.unknown(sealedOpening.title)
  if (row.state === opened[0]) throw refuse.rule(sentence`这个申请已经开启`)
  if (row.state === refused[0]) throw refuse.rule(sentence`这个申请已被拒绝，请重新申请`)
  return row
}

const subjectOf = ({ house }: Context, table: string): Resource => {
  const r = house.registry.resources.get(table)
  if (r === undefined) throw refuse.unknown(sealedOpening.title)
  return r
}

/** The second person agrees. Answers the author. */
export async function confirmOpening(context: Context, { id: given }: { id: unknown }): Promise<OpenedAuthor> {
  const id = namedId(given, sealedOpening.title)
  return context.write(
    async (tx, inside) => {
      const row = await waitingOpening(tx, id)
      const { caller } = inside
      if (row.asked_by_id === caller.accountId) throw refuse.rule(sentence`不能确认自己提出的申请，请由另一位确认`)
      const now = inside.now()
      if (instantMs(row.until) <= now.getTime()) throw refuse.rule(sentence`申请已超过 ${openingHours} 小时，请重新申请`)
      const offices = await officesOf(inside, tx)
      const other = row.asked_as === administrator[0] ? manager : administrator
      if (!offices.has(other[0])) throw refuse.forbidden(sentence`这个申请要由${[other[1], other[2]]}确认`)
      const r = subjectOf(inside, row.subject)
      const author = await authorOf(inside, tx, r, row.record_id)
      await change(
        inside,
        sealedOpening,
        id,
        { state: opened[0], confirmedBy: caller.name, confirmedById: caller.accountId, confirmedAt: now.toISOString() },
        { verb: 'confirmOpening' },
      )
      await tellSealed(inside, tx, r, [row.record_id], {
        title: sentence`您匿名发布的“${row.label}”的作者已由${row.asked_by}和${caller.name}共同开启`,
        detail: sentence`原因：${row.reason}`,
      })
      return author
    },
    { line: `sealed_opening ${id}` },
  )
}

/** The second person, or the asker himself, lets it be. */
export async function refuseOpening(context: Context, { id: given, answer }: { id: unknown; answer?: string | null }): Promise<Row> {
  const id = namedId(given, sealedOpening.title)
  return context.write(
    async (tx, inside) => {
      await waitingOpening(tx, id)
      if ((await officesOf(inside, tx)).size === 0) throw refuse.forbidden(sentence`只有系统管理员和总经理可以处理开启申请`)
      const { caller } = inside
      const values = { state: refused[0], confirmedBy: caller.name, confirmedById: caller.accountId, answer: answer ?? null }
      return change(inside, sealedOpening, id, { ...values, confirmedAt: inside.now().toISOString() }, { verb: 'refuseOpening' })
    },
    { line: `sealed_opening ${id}` },
  )
}

/** One of the two looks at the author again; each look stands in the trail. */
export async function openedAuthor(context: Context, { id: given }: { id: unknown }): Promise<OpenedAuthor> {
  const id = namedId(given, sealedOpening.title)
  const row = await oneRecord(context, sealedOpening, id)
  const { caller } = context
  if (row['state'] !== opened[0]) throw refuse.rule(sentence`申请还没有由两人共同开启`)
  return context.write(async (tx, inside) => {
    const kept = await tx.selectFrom('sealed_opening').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const two = [kept.asked_by_id, kept.confirmed_by_id]
    if (!two.includes(caller.accountId)) throw refuse.forbidden(sentence`匿名作者只告知共同开启的两位`)
    await writeAudit(inside, tx, { subject: sealedOpening.table, recordId: id, verb: 'showAuthor', before: null, after: null })
    return authorOf(inside, tx, subjectOf(inside, kept.subject), kept.record_id)
  })
}

async function authorOf({ house, caller }: Context, tx: Tx, r: Resource, recordId: string): Promise<OpenedAuthor> {
  const accountId = decryptedAuthor(house, r, recordId, await sealOf(tx, r, recordId))
  const row = await tx
    .withoutPlugins()
    .selectFrom('account')
    .leftJoin('account_organisation as m', join => join.onRef('m.account_id', '=', 'account.id').on('m.org_id', '=', caller.orgId))
    .select(['account.name', 'm.employee_id as employeeId'])
    .where('account.id', '=', accountId)
    .executeTakeFirst()
  return { accountId, name: row?.name ?? accountId, employeeId: row?.employeeId ?? null }
}

/**
 * Bills: what is refused before one is released, and what its release does. Versions of a product and kind never overlap: the one in force
 * ends the day before the next begins. No product is a part of itself on any day.
 */
import { sql } from 'kysely'
import { codesOf } from '#platform/declare/codes.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { addDays } from '#platform/format/dates.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { refuse, type Context, type Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { timed } from '#platform/server/jobs.ts'
import { setDerived, followerOf } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { behind } from '#areas/goods/index.ts'
import { bom, bomKinds, bomStates } from './bom-tables.ts'
import { orderStates } from './order-tables.ts'

const states = codesOf(bomStates)
const split = bomKinds.split[0]
/** steps from a product to its furthest part */
const depthMax = 20

export const keepBoms = followerOf(bom, async (caller, tx, changes) => {
  for (const { id, before, after } of changes) {
    if (after === null || before === null || before.state === after.state) continue
    if (after.state === states.asked) await refuseIncomplete(tx, caller.caller.orgId, id)
    if (after.state === states.released) await release(await inServersName(caller, tx, 'versions that end when the next begins'), tx, id)
    if (after.state === states.voided && before.state === states.released)
      await withdraw(await inServersName(caller, tx, 'the version before goes on when the next is withdrawn'), tx, id)
  }
})

interface Told {
  readonly sku: string
  readonly stopped: boolean
  readonly kind: number
  readonly from: string
  readonly to: string | null
  readonly lines: number
  readonly percent: string
  readonly itself: boolean
  readonly twice: string | null
}
async function refuseIncomplete(tx: Tx, orgId: string, id: string): Promise<void> {
  // who releases at the same time waits here: circles and versions are judged one after the other
  await sql`select pg_advisory_xact_lock(hashtextextended(${`bills of ${orgId}`}, 0))`.execute(behind(tx))
  const { rows } = await sql<Told>`select p.sku, p.status = 3 as stopped, b.kind, b.valid_from::text as "from",
      b.valid_to::text as "to", count(l.id)::int as lines, trim_scale(coalesce(sum(l.percent), 0))::text as percent,
      coalesce(bool_or(l.part_id = b.product_id), false) as itself,
      (select min(q.sku) from (select part_id from bom_line where bom_id = b.id group by part_id having count(*) > 1) d
        join product q on q.id = d.part_id) as twice
    from bom b join product p on p.id = b.product_id left join bom_line l on l.bom_id = b.id
    where b.id = ${id} group by b.id, p.id`.execute(behind(tx))
  const [told] = rows
  if (told === undefined) return
  const { sku, twice, percent } = told
  if (told.lines === 0) throw refuse.rule(sentence`物料清单还没有明细，请先填写`)
  if (told.stopped) throw refuse.rule(sentence`商品 ${sku} 已停售，不能发布物料清单`)
  if (told.itself) throw refuse.rule(sentence`物料清单有循环：“${sku}”直接或间接用到了自己`)
  if (twice !== null) throw refuse.rule(sentence`物料 ${twice} 在明细里重复，请合并成一行`)
  if (told.to !== null && told.to < told.from) throw refuse.invalid([{ field: 'validTo', message: sentence`失效日期早于生效日期` }])
  if (told.kind === split && percent !== '100') throw refuse.rule(sentence`拆分的成本占比合计应为 100，现在是 ${percent}`)
  const { rows: later } = await sql<{ no: number; from: string }>`select o.version_no as no, o.valid_from::text as "from"
    from bom b join bom o on o.org_id = b.org_id and o.product_id = b.product_id and o.kind = b.kind and o.id <> b.id
    where b.id = ${id} and o.state = any(${[states.released, states.superseded]}::int[]) and o.valid_from >= b.valid_from
      and (o.valid_to is null or o.valid_to >= o.valid_from)
    order by o.valid_from desc limit 1`.execute(behind(tx))
  const [newer] = later
  if (newer) throw refuse.rule(sentence`版本 ${newer.no} 从 ${newer.from} 起生效，新版本应从更晚的日期开始`)
  if (told.kind !== split) await refuseCircles(tx, orgId, id)
}

/** The bill as if it were released: its version before ends the day before. */
async function refuseCircles(tx: Tx, orgId: string, id: string): Promise<void> {
  const { rows } = await sql<{ sku: string; isCircle: boolean }>`with recursive own as (select * from bom where id = ${id}),
    edge as (select b.product_id, l.part_id, daterange(b.valid_from,
          case when b.id <> o.id and b.product_id = o.product_id and b.kind = o.kind and coalesce(b.valid_to, 'infinity') >= o.valid_from
            then greatest(o.valid_from - 1, b.valid_from - 1) else b.valid_to end, '[]') as days
        from own o join bom b on b.org_id = ${orgId}
          and (b.id = o.id or b.state = any(${[states.released, states.superseded]}::int[]) and b.kind <> ${split}
            and not (b.product_id = o.product_id and b.kind = o.kind and b.valid_from >= o.valid_from)
            and (b.valid_to is null or b.valid_to >= b.valid_from))
        join bom_line l on l.bom_id = b.id),
    below as (
      select o.product_id as top, e.part_id as part, e.days, 1 as depth from own o join edge e on e.product_id = o.product_id
      union
      select b.top, e.part_id, b.days * e.days, b.depth + 1 from below b join edge e on e.product_id = b.part
        where b.part <> b.top and b.depth < ${depthMax} and not isempty(b.days * e.days))
    select p.sku, b.part = b.top as "isCircle" from below b join product p on p.id = b.top
    where b.part = b.top or b.depth = ${depthMax} order by 2 desc limit 1`.execute(behind(tx))
  const [found] = rows
  if (found?.isCircle) throw refuse.rule(sentence`物料清单有循环：“${found.sku}”直接或间接用到了自己`)
  if (found) throw refuse.rule(sentence`“${found.sku}”的各级物料超过 ${depthMax} 层`)
}

async function release(server: Context, tx: Tx, id: string): Promise<void> {
  // an approval may come long after the bill was looked at
  await refuseIncomplete(tx, server.caller.orgId, id)
  const { rows } = await sql<{ id: string; no: number | null; from: string; own: string }>`select o.id::text as id, o.version_no as no,
      o.valid_from::text as "from", b.valid_from::text as own
    from bom b join bom o on o.org_id = b.org_id and o.product_id = b.product_id and o.kind = b.kind and o.id <> b.id
    where b.id = ${id} and o.state = any(${[states.released, states.superseded]}::int[]) order by o.id`.execute(behind(tx))
  const last = Math.max(0, ...rows.map(row => Number(row.no ?? 0)))
  await setDerived(server, bom, [{ id, versionNo: last + 1 }])
  const { rows: open } = await sql<{ id: string; from: string }>`select o.id::text as id, b.valid_from::text as "from"
    from bom b join bom o on o.org_id = b.org_id and o.product_id = b.product_id and o.kind = b.kind and o.id <> b.id
    where b.id = ${id} and o.state = ${states.released} and (o.valid_to is null or o.valid_to >= b.valid_from) order by o.id`.execute(
    behind(tx),
  )
  await setDerived(
    server,
    bom,
    open.map(one => ({ id: one.id, validTo: addDays(asText(one.from), -1) })),
  )
  await supersede(server, tx, [id])
}

/** A version is replaced from the day on which the next begins; until then it is offered as before. Of these next ones, or of all. */
async function supersede(server: Context, tx: Tx, nextIds: readonly string[] | null): Promise<void> {
  const { rows } = await sql<{ id: string }>`select distinct o.id::text as id from bom o
      join bom b on b.org_id = o.org_id and b.product_id = o.product_id and b.kind = o.kind and b.valid_from > o.valid_from
    where o.org_id = ${server.caller.orgId} and o.state = ${states.released} and b.state = ${states.released}
      and o.valid_to < ${todayOf(server)}::date and (${nextIds}::bigint[] is null or b.id = any(${nextIds}::bigint[]))
    order by 1`.execute(behind(tx))
  if (rows.length === 0) return
  await takeSteps(server, bom, { ids: rows, pick: { step: 'supersede' }, input: {}, byProgram: true })
}

export const endedBills = timed('production.bills', ['物料清单换版', 'Bills that the next version replaces'], {
  at: '00:20',
  work: async (inside, tx) => {
    await supersede(inside, tx, null)
    return undefined
  },
})

/** A version whose day has not come and by which nothing is made is taken back; the one before goes on. */
async function withdraw(server: Context, tx: Tx, id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`bills of ${server.caller.orgId}`}, 0))`.execute(behind(tx))
  const { rows } = await sql<{ from: string; to: string | null; named: boolean; before: string | null }>`
    select b.valid_from::text as "from", b.valid_to::text as "to",
      exists (select from production_order x where x.bom_id = b.id and x.state <> ${orderStates.voided[0]})
        or exists (select from goods_convert x where x.bom_id = b.id and x.state in (0, 4)) as named,
      (select o.id::text from bom o where o.org_id = b.org_id and o.product_id = b.product_id and o.kind = b.kind
        and o.state in (2, 5) and o.valid_to = b.valid_from - 1 order by o.valid_from desc limit 1) as before
    from bom b where b.id = ${id}`.execute(behind(tx))
  const [told] = rows
  if (told === undefined) return
  if (told.from <= todayOf(server)) throw refuse.rule(sentence`物料清单从 ${told.from} 起已生效，不能作废，请发布新版本`)
  if (told.named) throw refuse.rule(sentence`有生产单或组装拆分单用到这个版本，不能作废`)
  if (told.before !== null) await setDerived(server, bom, [{ id: told.before, validTo: told.to }])
}

/**
 * The proposal of a write-down: value of the stock at the end of a month by its age, times the percentage of the age, less what was written
 * down before. A person posts it; it is refused where the figures are no longer those of the proposal.
 */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { firstOfMonth } from '#platform/format/dates.ts'
import { asText } from '#platform/format/text.ts'
import { todayOf } from '#platform/format/zones.ts'
import { refuse, type Context, type Tx, type RowLock } from '#platform/server/area.ts'
import { namedId, setDerived, oneRecord, followerOf } from '#platform/server/records.ts'
import { closedIn } from '../../base/closed-months.ts'
import { stockWriteDown } from './write-down-tables.ts'

/** The document was read through the door; its lines and the stock of its organisation belong to it. */
const behind = (tx: Tx): Tx => tx.withoutPlugins()

interface Proposed {
  readonly product: string
  readonly value: string
  readonly needed: string
  readonly earlier: string
  readonly amount: string
  readonly madeOf: string
}
interface WriteDown {
  readonly id: string
  readonly no: string
  /** YYYY-MM */
  readonly month: string
}

/** Documents of the organisation are proposed and posted one after the other: each counts what was posted before. */
const inTurn = (tx: Tx, orgId: string) => sql`select pg_advisory_xact_lock(hashtextextended(${`stock write-down ${orgId}`}, 0))`.execute(tx)

async function proposalOf(tx: Tx, orgId: string, { id, month }: WriteDown): Promise<readonly Proposed[]> {
  const day = firstOfMonth(month)
  const { rows } = await sql<Proposed>`with bands as (
      select from_days, percent, lead(from_days) over (order by from_days) as until from write_down_band
      where org_id = ${orgId} and valid_from = (select max(valid_from) from write_down_band
        where org_id = ${orgId} and valid_from <= ${day}::date)),
    aged as (
      select a.product_id, b.from_days, b.percent, sum(a.amount) as value
      from stock_age a left join bands b on (a.month + interval '1 month')::date - 1 - a.since >= b.from_days
        and (b.until is null or (a.month + interval '1 month')::date - 1 - a.since < b.until)
      where a.org_id = ${orgId} and a.month = ${day}::date group by 1, 2, 3),
    needed as (
      select product_id, sum(value) as value, sum(coalesce(round(greatest(value, 0) * percent / 100, 2), 0)) as needed,
        coalesce(string_agg(from_days || '+: ' || trim_scale(value) || ' × ' || trim_scale(percent) || '%', '; ' order by from_days)
          filter (where percent > 0), '') as made_of
      from aged group by 1),
    posted as (
      select l.product_id, sum(l.amount) as earlier from stock_write_down_line l join stock_write_down d on d.id = l.write_down_id
      where d.org_id = ${orgId} and d.state = 1 and d.month <= ${day}::date and d.id <> ${id} group by 1)
    select coalesce(n.product_id, p.product_id)::text as product, coalesce(n.value, 0)::numeric(20,4)::text as value,
      coalesce(n.needed, 0)::numeric(20,4)::text as needed, coalesce(p.earlier, 0)::numeric(20,4)::text as earlier,
      (coalesce(n.needed, 0) - coalesce(p.earlier, 0))::numeric(20,4)::text as amount, left(coalesce(n.made_of, ''), 500) as "madeOf"
    from needed n full join posted p on p.product_id = n.product_id
    where coalesce(n.needed, 0) <> 0 or coalesce(p.earlier, 0) <> 0 order by coalesce(n.product_id, p.product_id)`.execute(behind(tx))
  return rows
}

/** Figures that are not there yet, or not final. */
async function refuseUnready(tx: Tx, context: Context, { month }: WriteDown): Promise<void> {
  const { orgId } = context.caller
  if (month > todayOf(context).slice(0, 7)) throw refuse.rule(sentence`${month} 还没有到，不能计提跌价准备`)
  const { rows } = await sql<{ stale: boolean; bands: boolean }>`select
      exists (select from stock_stale where org_id = ${orgId}) as stale,
      exists (select from write_down_band where org_id = ${orgId} and valid_from <= ${firstOfMonth(month)}::date) as bands`.execute(
    behind(tx),
  )
  if (rows[0]?.bands !== true) throw refuse.rule(sentence`${month} 没有可用的跌价比例，请先在“跌价计提比例”里登记`)
  if (rows[0].stale) throw refuse.rule(sentence`成本批次正在计算，请稍后再试`)
}

const writeDownOf = (row: Readonly<Record<string, unknown>>, id: string): WriteDown => ({
  id,
  no: asText(row['no'] ?? ''),
  month: asText(row['month']).slice(0, 7),
})

/** 生成建议: writes the lines anew; nothing counts until it is posted. */
export const proposeWriteDown = (context: Context, id: unknown): Promise<{ page: { list: string; id: string } }> =>
  context.write(async (tx, inside) => {
    const { orgId } = inside.caller
    const row = await oneRecord(inside, stockWriteDown, namedId(id, stockWriteDown.title))
    const one = writeDownOf(row, row.id)
    await inTurn(tx, orgId)
    await sql`select 1 from stock_write_down where id = ${one.id} for update`.execute(behind(tx))
    await refuseUnready(tx, inside, one)
    const lines = await proposalOf(tx, orgId, one)
    await sql`delete from stock_write_down_line where write_down_id = ${one.id}`.execute(behind(tx))
    await sql`insert into stock_write_down_line (org_id, write_down_id, product_id, value, needed, earlier, amount, made_of)
      select ${orgId}::bigint, ${one.id}::bigint, r.product, r.value, r.needed, r.earlier, r.amount, r."madeOf"
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as r(product bigint, value numeric, needed numeric, earlier numeric,
        amount numeric, "madeOf" text)`.execute(behind(tx))
    const { rows } = await sql<Record<'value' | 'needed' | 'earlier' | 'amount', string>>`select coalesce(sum(value), 0)::text as value,
        coalesce(sum(needed), 0)::text as needed, coalesce(sum(earlier), 0)::text as earlier, coalesce(sum(amount), 0)::text as amount
      from stock_write_down_line where write_down_id = ${one.id}`.execute(behind(tx))
    await setDerived(inside, stockWriteDown, [{ id: one.id, ...rows[0] }])
    if (lines.length === 0) throw refuse.rule(sentence`${one.month} 没有需要计提或转回的存货`)
    return { page: { list: stockWriteDown.type ?? '', id: one.id } }
  })

/** What is posted is what was proposed; what later documents have counted stays until they are reversed. */
export const writeDownFollows = followerOf(stockWriteDown, async (context, tx, changes) => {
  const { orgId } = context.caller
  for (const { id, before, after } of changes) {
    if (after === null) {
      await sql`delete from stock_write_down_line where write_down_id = ${id}`.execute(behind(tx))
      continue
    }
    const [was, is] = [Number(before?.state ?? 0), Number(after.state)]
    const one = writeDownOf(after, id)
    if (was !== is) await inTurn(tx, orgId)
    if (was === 0 && is === 1) await refuseChanged(tx, context, one)
    else if (was === 1 && is === 0) await refuseCounted(tx, orgId, one)
  }
})

async function refuseChanged(tx: Tx, context: Context, one: WriteDown): Promise<void> {
  await refuseUnready(tx, context, one)
  const { rows } = await sql<Omit<Proposed, 'madeOf' | 'value'>>`select product_id::text as product, needed::text as needed,
      earlier::text as earlier, amount::text as amount from stock_write_down_line where write_down_id = ${one.id}
    order by product_id`.execute(behind(tx))
  const textOf = (lines: readonly Omit<Proposed, 'madeOf' | 'value'>[]): string =>
    lines.map(({ product, needed, earlier, amount }) => [product, needed, earlier, amount].join(' ')).join('\n')
  if (rows.length === 0) throw refuse.rule(sentence`跌价准备单 ${one.no} 还没有生成建议，请先点“生成建议”`)
  const now = await proposalOf(tx, context.caller.orgId, one)
  if (textOf(now) !== textOf(rows)) throw refuse.rule(sentence`跌价准备单 ${one.no} 生成后，库存、比例或此前的计提已有变化，请重新生成建议`)
}

async function refuseCounted(tx: Tx, orgId: string, { id, month }: WriteDown): Promise<void> {
  const { rows } = await sql<{ no: string }>`select coalesce(d.no, '') as no from stock_write_down d
    where d.org_id = ${orgId} and d.state = 1 and d.id <> ${id} and (d.month > ${firstOfMonth(month)}::date
      or d.month = ${firstOfMonth(month)}::date and exists (select from stock_write_down_line l join stock_write_down_line o
        on o.product_id = l.product_id and o.write_down_id = d.id and o.id > l.id where l.write_down_id = ${id}))
    order by d.month desc, d.id desc limit 1`.execute(behind(tx))
  const [later] = rows
  if (later) throw refuse.rule(sentence`跌价准备单 ${later.no} 已按这次计提计算，请先冲销它`)
}

export const writeDownLock: RowLock = closedIn(
  'stock_write_down.month',
  month => sentence`${month} 及以前的月份已结账，跌价准备不能再登记、修改、过账或冲销，请先反结账`,
)

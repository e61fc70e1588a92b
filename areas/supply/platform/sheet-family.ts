/** Order sheets of 1688: of each line what tells the furthest stage is kept; orders and deliveries follow in the same transaction. */
import { sql, type RawBuilder } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { columnOf } from '#platform/declare/resource.ts'
import type { OwnedFamily, OwnedMerge, OwnerWord } from '#platform/server/area.ts'
import { refuseFile, sheetFamily, type SheetHead } from '#platform/server/imports.ts'
import { applyOrders } from './apply.ts'
import { platformSheet } from './sheet-kind.ts'
import { platformOrderLine, sheetFills } from './sheet-tables.ts'

const find: OwnerWord['find'] = async ({ context, chosenId }) => {
  const found = await context.db
    .selectFrom('warehouse')
    .select(['id', 'name'])
    .$if(chosenId !== null, query => query.where('id', '=', chosenId ?? ''))
    .where('status', '=', 1)
    .orderBy('id')
    .limit(2)
    .execute()
  const [one, other] = found
  if (one === undefined) throw refuseFile(sentence`所选仓库不存在或无权使用，请重新选择`)
  if (other !== undefined) throw refuseFile(sentence`请选择入库仓库后再导入`)
  return { id: String(one.id), name: one.name, currency: 'CNY', zone: context.caller.zone }
}

const lines = sheetFamily({
  code: platformSheet.family,
  permission: 'platformOrderLine',
  reader: new URL('./sheet-reader.ts', import.meta.url).href,
  layouts: [],
  facts: platformOrderLine,
  ownerField: 'warehouseId',
  fills: sheetFills,
  owner: { table: 'warehouse', find },
}) as OwnedFamily<SheetHead>

/** what may change from sheet to sheet: the sheet that tells a further stage is kept, of two with the same the later import */
const moving = [
  ...(['stage', 'paidOn', 'trackingNo', 'carrier', 'statusText'] as const),
  ...(['paid', 'goodsTotal', 'freight', 'change', 'price', 'quantity'] as const),
]
/** Casts alone that depend on no setting: a statement may be one of several machines. A waybill that was told is not taken back. */
function told(name: string): RawBuilder<unknown> {
  const cell = sql`(s.line->>${sql.lit(name)})`
  if (name === 'paidOn') return sql`make_date(left(${cell}, 4)::integer, substr(${cell}, 6, 2)::integer, right(${cell}, 2)::integer)`
  if (name === 'trackingNo' || name === 'carrier') return sql`coalesce(nullif(${cell}, ''), ${sql.ref(`f.${columnOf(name)}`)})`
  return name === 'statusText' ? cell : sql`${cell}::${sql.raw(name === 'stage' ? 'smallint' : 'numeric')}`
}

async function merge(task: OwnedMerge<SheetHead>) {
  const { tx, importId, orgId, house } = task
  await sql`select pg_advisory_xact_lock(hashtextextended(${`orders of 1688 ${orgId}`}, 0))`.execute(tx)
  const outcome = await lines.merge({ ...task, head: { newestFirst: false, balances: [] } })
  const here = (name: string) => sql.ref(`f.${columnOf(name)}`)
  const never = sql`make_date(1, 1, 1)`
  await sql`update platform_order_line f set
      ${sql.join(moving.map(name => sql`${sql.ref(columnOf(name))} = ${told(name)}`))}, version = f.version + 1
    from sheet_staging s where s.import_id = ${importId} and s.record_id = f.id
      and row(${told('stage')}, coalesce(${told('paidOn')}, ${never})) >= row(${here('stage')}, coalesce(${here('paidOn')}, ${never}))
      and row(${sql.join(moving.map(told))}) is distinct from row(${sql.join(moving.map(here))})`.execute(tx)
  const { rows: nos } = await sql<{ no: string }>`select distinct line->>'platformNo' as no from sheet_staging
    where import_id = ${importId}`.execute(tx)
  const { rows: who } = await sql<{ id: string | null }>`select m.employee_id::text as id from import_run r
    join account_organisation m on m.account_id = r.created_by and m.org_id = r.org_id where r.id = ${importId}`.execute(tx)
  const server = await house.asSystem(orgId, 'orders of a sheet of 1688', tx)
  const done = await applyOrders(server, tx, { nos: nos.map(one => one.no), buyerId: who[0]?.id ?? null })
  const notes = [...outcome.notes]
  if (done.drafts > 0) notes.push(sentence`新建采购单草稿 ${done.drafts} 张，请核对后下单`)
  if (done.deliveries > 0) notes.push(sentence`新建到货通知 ${done.deliveries} 张，扫运单号即可收货`)
  if (done.unpaired > 0) notes.push(sentence`有 ${done.unpaired} 行没有配对，请在“1688 订单”里配对一次`)
  if (done.differing > 0) notes.push(sentence`有 ${done.differing} 行与采购单不同，请在“1688 订单”里查看`)
  return { ...outcome, notes }
}

export const platformOrders: OwnedFamily = {
  ...lines,
  kinds: [platformSheet],
  merge: task => merge(task as OwnedMerge<SheetHead>),
} as OwnedFamily

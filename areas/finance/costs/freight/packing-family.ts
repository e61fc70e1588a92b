/** Packing lists and first-leg sheets as the import knows them: one list for each consignment, merged whole. */
import { listed, sentence } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import { refuse, type OwnedFamily, type OwnedMerge, type OwnerWord, type Tx } from '#platform/server/area.ts'
import { refuseFile, sheetFamily, type SheetHead } from '#platform/server/imports.ts'
import { postFreight } from '../layers/freight-costs.ts'
import { firstLegFee, firstLegFills, stages } from './first-leg-tables.ts'
import { refuseClosed } from './keep.ts'
import { packingKinds } from './packing-kinds.ts'

const code = 'firstLeg'

const find: OwnerWord['find'] = async ({ context, chosenId, survey }) => {
  const marks = survey.ownerMarks ?? []
  const [mark] = marks
  if (mark !== undefined && marks.length > 1) throw refuseFile(sentence`文件里有多个货件：${listed(marks)}，请按货件分开导入`)
  if (chosenId === null && mark === undefined) throw refuseFile(sentence`文件没有写明货件号，请选择头程货件后再导入`)
  const found = await context.db
    .selectFrom('first_leg_shipment')
    .select(['id', 'shipment_no'])
    .$if(chosenId !== null, query => query.where('id', '=', chosenId ?? ''))
    .$if(chosenId === null, query => query.where('shipment_no', '=', mark ?? ''))
    .executeTakeFirst()
  if (!found)
    throw refuseFile(
      chosenId === null ? sentence`没有找到货件 ${mark ?? ''}，请先登记头程货件` : sentence`所选头程货件不存在或无权使用，请重新选择`,
    )
  if (mark !== undefined && mark !== found.shipment_no)
    throw refuseFile(sentence`文件的货件号是 ${mark}，所选货件是 ${found.shipment_no}，请改选货件或更换文件`)
  return { id: String(found.id), name: found.shipment_no, currency: '', zone: context.caller.zone }
}

const lists = sheetFamily({
  code,
  permission: 'finance.freight.firstLeg',
  reader: new URL('./packing-reader.ts', import.meta.url).href,
  layouts: [],
  facts: firstLegFee,
  ownerField: 'shipmentId',
  fills: firstLegFills,
  owner: { table: 'first_leg_shipment', find },
}) as OwnedFamily<SheetHead>

/** The consignment under its lock, so that nobody allocates it meanwhile; refused while a bill of it is allocated. */
async function holdOpen(tx: Tx, shipmentId: string): Promise<{ readonly no: string; readonly isInitial: boolean }> {
  const { rows } = await sql<{ no: string; stage: number; org: string; allocated: string[] | null }>`select s.shipment_no as no, s.stage,
      s.org_id::text as org,
      (select array_agg(b.no) from first_leg_bill b where b.shipment_id = s.id and b.state = 1) as allocated
    from first_leg_shipment s where s.id = ${shipmentId} for update of s`.execute(tx)
  const [row] = rows
  if (!row) throw refuse.rule(sentence`头程货件不存在或已删除`)
  await refuseClosed(
    tx,
    row.org,
    closed => sql`select from first_leg_shipment s where s.id = ${shipmentId} and s.period <= ${closed}::date`,
  )
  if (row.allocated) throw refuse.rule(sentence`货件 ${row.no} 的账单 ${listed(row.allocated)} 已分摊，请先撤销分摊`)
  return { no: row.no, isInitial: row.stage === stages.initial[0] }
}

async function merge(task: OwnedMerge<SheetHead>) {
  const { tx, owner, importId } = task
  const before = await linesOf(tx, owner.id)
  const { rows: same } = await sql<{ n: number }>`select count(*)::int as n from sheet_staging s join first_leg_fee f
    on f.shipment_id = ${owner.id} and f.line_key = s.line_key where s.import_id = ${importId}`.execute(tx)
  // the same list once more changes nothing, whatever became of it
  const isSame = before > 0 && (same[0]?.n ?? 0) > 0
  const { no, isInitial } = isSame ? await shipmentOf(tx, owner.id) : await holdOpen(tx, owner.id)
  if (isInitial && before > 0)
    throw refuse.rule(sentence`期初货件 ${no} 已导入过头程费用，不能重复导入；要重新导入，请先在导入记录里删除原来的导入`)
  const outcome = await lists.merge({ ...task, head: { newestFirst: false, balances: [] } })
  if (before > 0 && outcome.merged > 0)
    throw refuse.rule(sentence`货件 ${no} 已有 ${before} 行装箱明细，与文件不同；请先在导入记录里删除原来的导入`)
  await sql`update first_leg_fee f set period = s.period from first_leg_shipment s
    where s.id = ${owner.id} and f.shipment_id = s.id and f.period is distinct from s.period`.execute(tx)
  if (outcome.merged > 0) await post(task, owner.id)
  return outcome
}

async function shipmentOf(tx: Tx, id: string): Promise<{ readonly no: string; readonly isInitial: boolean }> {
  const { rows } = await sql<{ no: string; stage: number }>`select shipment_no as no, stage from first_leg_shipment
    where id = ${id} for update`.execute(tx)
  return { no: rows[0]?.no ?? '', isInitial: rows[0]?.stage === stages.initial[0] }
}

async function linesOf(tx: Tx, shipmentId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from first_leg_fee where shipment_id = ${shipmentId}`.execute(tx)
  return rows[0]?.n ?? 0
}

async function remove(task: Parameters<OwnedFamily['remove']>[0]) {
  await holdOpen(task.tx, task.ownerId)
  await sql`delete from first_leg_share s using first_leg_fee f
    where s.fee_id = f.id and f.shipment_id = ${task.ownerId} and f.import_id = ${task.importId}`.execute(task.tx)
  const removed = await lists.remove(task)
  await post(task, task.ownerId)
  return removed
}

/** What the sheet states of fees is first leg of what has arrived. */
async function post({ house, tx, orgId }: Pick<OwnedMerge, 'house' | 'tx' | 'orgId'>, shipmentId: string): Promise<void> {
  await postFreight(tx, await house.asSystem(orgId, 'first leg of a packing list falls on what arrived', tx), [shipmentId])
}

export const packingFamily: OwnedFamily = {
  ...lists,
  kinds: packingKinds(code),
  merge: task => merge(task as OwnedMerge<SheetHead>),
  remove,
} as OwnedFamily

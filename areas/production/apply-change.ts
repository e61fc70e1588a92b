/** A change of a bill: a new released version of the one in force, which ends the day before; its own end stays. */
import { sql } from 'kysely'
import { codesOf } from '#platform/declare/codes.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { todayOf } from '#platform/format/zones.ts'
import { refuse, type Context, type Tx } from '#platform/server/area.ts'
import { addDocument } from '#platform/server/documents.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { behind } from '#areas/goods/index.ts'
import { bom, bomKinds, bomLine, bomStates } from './bom-tables.ts'

export const bomActions = {
  add: [1, '新增', 'Add', 'good'],
  remove: [2, '取消', 'Take out', 'bad'],
  requantify: [3, '改用量', 'Other quantity', 'info'],
  replace: [4, '替换', 'Replace', 'warn'],
} as const
const actions = codesOf(bomActions)

export interface BomChange {
  readonly action: number
  readonly partId: string
  readonly newPartId: string | null
  /** of the base quantity; null: as it was */
  readonly per: string | null
  /** percent; null: as it was */
  readonly scrap: string | null
}
interface InForce {
  readonly id: string
  readonly sku: string
  readonly no: string | null
  readonly kind: number
  readonly base: string
  readonly fee: string
  readonly remark: string | null
  readonly to: string | null
  /** first day of its newest version; a further one begins after it */
  readonly latest: string
}

const released = [bomStates.released[0], bomStates.superseded[0]]
/** The version that holds on a day; null: none. */
export async function bomInForce(tx: Tx, orgId: string, productId: string, day: string): Promise<InForce | null> {
  const { rows } = await sql<InForce>`select b.id::text as id, p.sku, b.no, b.kind, b.base::text as base, b.fee::text as fee, b.remark,
      b.valid_to::text as "to", (select max(x.valid_from)::text from bom x where x.org_id = b.org_id and x.product_id = b.product_id
        and x.kind = b.kind and x.state = any(${released}::int[])) as latest
    from bom b join product p on p.id = b.product_id
    where b.org_id = ${orgId} and b.product_id = ${productId} and b.kind <> ${bomKinds.split[0]}
      and b.state = any(${released}::int[])
      and b.valid_from <= ${day}::date and (b.valid_to is null or b.valid_to >= ${day}::date)
    order by b.kind, b.id desc limit 1`.execute(behind(tx))
  return rows[0] ?? null
}

interface Part {
  readonly partId: string
  readonly per: string
  readonly scrap: string
}
/** The lines after the changes; a change that does not fit what is there is refused by name. */
export function changedParts(parts: readonly Part[], changes: readonly BomChange[], nameOf: (id: string) => string): readonly Part[] {
  const after = new Map(parts.map(one => [one.partId, one]))
  for (const { action, partId, newPartId, per, scrap } of changes) {
    const was = after.get(partId)
    if (action === actions.add) {
      if (was !== undefined) throw refuse.rule(sentence`${nameOf(partId)} 已在物料清单里，请改用量`)
      after.set(partId, { partId, per: per ?? '1', scrap: scrap ?? '0' })
      continue
    }
    if (was === undefined) throw refuse.rule(sentence`物料清单里没有 ${nameOf(partId)}，不能取消、改用量或替换`)
    const next = { partId, per: per ?? was.per, scrap: scrap ?? was.scrap }
    if (action === actions.requantify) after.set(partId, next)
    else after.delete(partId)
    if (action !== actions.replace || newPartId === null) continue
    if (after.has(newPartId)) throw refuse.rule(sentence`${nameOf(newPartId)} 已在物料清单里，请改用量`)
    after.set(newPartId, { ...next, partId: newPartId })
  }
  return [...after.values()]
}

/** Of one product, from a day on; answers the id of the new version. `assessed`: the version that was looked at. */
export async function applyBomChange(
  server: Context,
  tx: Tx,
  ask: {
    readonly productId: string
    readonly assessed: string
    readonly changes: readonly BomChange[]
    readonly effectiveOn: string
    /** number of the order, which the new version names */
    readonly by: string
  },
): Promise<string> {
  const { orgId } = server.caller
  // whoever releases a bill of the organisation waits
  await sql`select pg_advisory_xact_lock(hashtextextended(${`bills of ${orgId}`}, 0))`.execute(behind(tx))
  const now = await bomInForce(tx, orgId, ask.productId, ask.effectiveOn)
  if (now === null) throw refuse.rule(sentence`商品在 ${ask.effectiveOn} 没有已发布的物料清单`)
  if (now.id !== ask.assessed)
    throw refuse.rule(sentence`${now.sku} 的物料清单在评估以后变了（${now.no ?? ''} ${now.remark ?? ''}），请重新评估`)
  const { rows } = await sql<Part & { sku: string }>`select l.part_id::text as "partId", l.per::text as per, l.scrap::text as scrap, p.sku
    from bom_line l join product p on p.id = l.part_id where l.bom_id = ${now.id} order by l.line_no`.execute(behind(tx))
  const ids = ask.changes.flatMap(one => [one.partId, one.newPartId]).filter(one => one !== null)
  const { rows: named } = await sql<{ id: string; sku: string }>`select id::text as id, sku from product
    where org_id = ${orgId} and id = any(${ids}::bigint[])`.execute(behind(tx))
  const skus = new Map(named.map(({ id, sku }) => [id, sku]))
  const parts = changedParts(rows, ask.changes, id => skus.get(id) ?? id)
  const { id } = await addDocument(
    server,
    [bom, bomLine],
    {
      businessOn: todayOf(server),
      productId: ask.productId,
      kind: now.kind,
      base: now.base,
      fee: now.fee,
      validFrom: ask.effectiveOn,
      validTo: now.to,
      remark: ask.by,
    },
    { added: parts.map(({ partId, per, scrap }, n) => ({ id: `n${n}`, partId, per, scrap })), changed: [], removed: [] },
    {},
  )
  await takeSteps(server, bom, { ids: [{ id }], pick: { step: 'submit' }, input: {}, byProgram: true })
  return id
}

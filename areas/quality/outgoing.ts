/** 出货检验: what a plan of this stage is for is inspected once it is picked, and leaves when that has accepted or conceded it. */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { refuse, type Follower, type Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { create } from '#platform/server/records.ts'
import { behind, outboundStates } from '#areas/goods/index.ts'
import { inspection } from './inspection-tables.ts'
import { results } from './judge.ts'
import { plansFor } from './plans.ts'
import { samplings } from './plan-tables.ts'
import { stages } from './words.ts'

interface Line {
  readonly id: string
  readonly no: string
  readonly warehouseId: string
  readonly productId: string
  readonly sku: string
  readonly quantity: string
  readonly day: string
  /** of an inspection of this document and product, the newest */
  readonly madeNo: string | null
  readonly isLetGo: boolean | null
}

/** Products of the documents for which a plan holds, each once. */
async function inspected(tx: Tx, orgId: string, ids: readonly string[]): Promise<readonly Line[]> {
  const letGo = [results.good[0], results.conceded[0]]
  const { rows } = await sql<Line>`select d.id::text as id, d.no, d.warehouse_id::text as "warehouseId", l.product_id::text as "productId",
      p.sku, trim_scale(sum(l.quantity))::text as quantity, d.business_on::text as day, i.no as "madeNo", i.ok as "isLetGo"
    from goods_out d join goods_out_line l on l.out_id = d.id join product p on p.id = l.product_id
    left join lateral (select x.no, x.state = 4 and x.result = any(${letGo}::int[]) as ok from inspection x
      where x.source_type = 'goods_out' and x.source_id = d.id::text and x.product_id = l.product_id and x.state in (1, 2, 3, 4, 5)
      order by x.id desc limit 1) i on true
    where d.id = any(${[...ids]}::bigint[]) group by d.id, l.product_id, p.sku, i.no, i.ok order by d.id, l.product_id`.execute(behind(tx))
  const lots = rows.map(({ productId, day }, no) => ({ no, productId, supplierId: null, day, stage: stages.outgoing[0] }))
  const plans = await plansFor(tx, orgId, lots)
  return rows.filter((_, no) => (plans.get(no)?.sampling ?? samplings.exempt[0]) !== samplings.exempt[0])
}

export const followOutgoing: Follower = async (context, tx, changes) => {
  const into = (state: number): string[] =>
    changes.flatMap(({ id, before, after }) => (before !== null && before['state'] !== state && after?.['state'] === state ? [id] : []))
  const [picked, shipped] = [into(outboundStates.picked[0]), into(outboundStates.shipped[0])]
  if (picked.length + shipped.length === 0) return
  const { orgId } = context.caller
  const held = shipped.length === 0 ? undefined : (await inspected(tx, orgId, shipped)).find(one => one.isLetGo !== true)
  if (held !== undefined) throw refuse.rule(sentence`${held.sku} 有出货检验方案，检验合格后才能发运（${held.madeNo ?? asText(held.no)}）`)
  const fresh = picked.length === 0 ? [] : (await inspected(tx, orgId, picked)).filter(one => one.madeNo === null)
  if (fresh.length === 0) return
  const server = await inServersName(context, tx, 'inspections of goods that leave')
  for (const { id, no, warehouseId, productId, quantity, day } of fresh)
    await create(server, inspection, {
      ...{ businessOn: day, stage: stages.outgoing[0], productId, warehouseId, lotQty: quantity },
      ...{ sourceType: 'goods_out', sourceId: id, sourceNo: no },
    })
}

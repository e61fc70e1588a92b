/** Pay-outs against their transactions: a pay-out that a file brings is what the transactions it names add up to. */
import { sql } from 'kysely'
import { listed, sentence, type Wording } from '#platform/declare/sentence.ts'
import type { Tx } from '#platform/server/area.ts'

const namedMax = 10

/** Of the pay-outs this import tells of: how many follow from their transactions, and which do not, with both figures. */
export async function payoutNotes(tx: Tx, shopId: string, importId: string): Promise<Wording[]> {
  const { rows } = await sql<{ id: string; paid: string; sum: string; proven: boolean }>`
    with asked as (select distinct f.payout_id from market_line f where f.shop_id = ${shopId} and f.import_id = ${importId}
      and f.payout_id <> ''),
    sums as (select f.payout_id as id, sum(-f.amount) filter (where k.type = 'PAYOUT') as paid,
        coalesce(sum(f.amount) filter (where k.type <> 'PAYOUT'), 0) as sum
      from market_line f join asked a on a.payout_id = f.payout_id join amazon_kind k on k.id = f.kind_id where f.shop_id = ${shopId}
        group by 1)
    select id, trim_scale(paid)::text as paid, trim_scale(sum)::text as sum, paid = sum as proven from sums where paid is not null
      order by id`.execute(tx)
  if (rows.length === 0) return []
  const open = rows.filter(one => !one.proven)
  const proven = rows.length - open.length
  return [
    ...(proven > 0 ? [sentence`${proven} 笔放款与其交易合计一致`] : []),
    ...(open.length > 0
      ? [
          sentence`${open.length} 笔放款与其交易合计不一致，交易可能不全：${listed(
            open.slice(0, namedMax).map(one => `${one.id}（${one.paid} / ${one.sum}）`),
          )}`,
        ]
      : []),
  ]
}

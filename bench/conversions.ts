/**
 * The fold of products that are made of each other: six levels of fifty, each made of two of the next, what is made at the top folded
 * before its parts, which is the worst order. What was paid for the parts is in the layers at the end.
 */
import { layersHandler, whenFolded } from '../areas/finance/costs/layers/compute.ts'
import { openGranted, warehouse } from '#areas/reference/index.ts'
import type { Context } from '#platform/server/contract/context.ts'
import { seconds, timed, type Figure } from './figures.ts'
import type { Place } from './place.ts'

const [levels, perLevel, rounds] = [6, 50, 27]
const keptSince = '2026-10-01'
const [foldMs, foldsMax] = [5_000, 10]

export async function foldFigures(place: Place, context: Context, part: string): Promise<readonly Figure[]> {
  const { owner, house, orgId } = place
  const { id } = await openGranted(context, warehouse, 'warehouses', { code: 'BF', name: '成本仓', kind: 1 })
  const moves = await fill(place, String(id))
  await owner.query(
    `insert into stock_stale (org_id, product_id, mark, since) select org_id, id, 1, now() from product
      where org_id = $1 and sku like 'BF-%'`,
    [orgId],
  )
  const folds = new Map<string, number>()
  whenFolded((_context, _tx, ids) => {
    for (const one of ids) folds.set(one, (folds.get(one) ?? 0) + 1)
    return Promise.resolve()
  })
  const took = await timed(() => layersHandler(house, { orgId }, AbortSignal.timeout(600_000)))
  const { rows } = await owner.query<{ isWhole: boolean }>(
    `select (select sum(purchase) from cost_receipt where org_id = $1 and document_no = 'BF')
      = (select sum(l.purchase + l.first_leg + l.duty + l.other) from stock_layer l join product p on p.id = l.product_id
          where l.org_id = $1 and p.sku like 'BF-%') as "isWhole"`,
    [orgId],
  )
  if (rows[0]?.isWhole !== true) throw new Error('the layers are not worth what was paid for the parts')
  const most = Math.max(...folds.values())
  return [
    {
      part,
      what: `${folds.size} products linked by conversions, ${moves.toLocaleString('en')} moves: folded`,
      value: seconds(took),
      aim: `below ${seconds(foldMs)}`,
      met: took < foldMs,
    },
    { part, what: 'a product is folded at most', value: `${most} times`, aim: `at most ${foldsMax}`, met: most <= foldsMax },
  ]
}

/** Each product is made of two of the next level, twice as much there; the lowest is bought. Answers how many moves there are. */
async function fill({ owner, orgId }: Place, warehouseId: string): Promise<number> {
  await owner.query(
    `insert into product (org_id, sku, name, status) select $1, 'BF-' || lpad(n::text, 3, '0'), '成本品 ' || n, 1
      from generate_series(0, $2 - 1) n`,
    [orgId, levels * perLevel],
  )
  const { rows: places } = await owner.query<{ id: string }>(
    `insert into stock_place (org_id, name, kind, ships_rest, warehouse_id) values ($1, '成本仓', 1, 0, $2) returning id::text as id`,
    [orgId, warehouseId],
  )
  await owner.query(`update warehouse set kept_since = $2 where id = $1`, [warehouseId, keptSince])
  await owner.query(
    `insert into cost_receipt (org_id, document_no, line_no, day, product_id, place_id, quantity, purchase)
      select $1, 'BF', substr(sku, 4)::int, $2::date, id, $3, $4::numeric, $4::numeric * (3 + id % 7) from product
      where org_id = $1 and sku like 'BF-%' and substr(sku, 4)::int >= $5::int`,
    [orgId, keptSince, places[0]?.id, rounds * 2 ** (levels - 1), perLevel * (levels - 1)],
  )
  const { rowCount } = await owner.query(
    `with item as (select id, substr(sku, 4)::int as n from product where org_id = $1 and sku like 'BF-%'),
      posting as (
        insert into goods_posting (org_id, key, doc_type, doc_id, booked_on, posted_at)
        select $1, 'bench fold ' || i.id || ' ' || r, 'goods_convert', i.id || ':' || r, $3::date + r, now()
        from generate_series(1, $4::int) r cross join item i where i.n < $5::int returning id, doc_id, booked_on),
      at as (select root.id as root, min(b.id) as bin, goods_outside($1, 23, null) as made from goods_location root
        join goods_location b on b.warehouse_id = root.warehouse_id and b.kind = 1
        where root.warehouse_id = $2 and root.kind = 0 and root.parent_id is null group by 1)
      insert into goods_move (org_id, booked_on, happened_at, product_id, reason, quantity, from_id, to_id, doc_type, doc_id, doc_no,
        line_id, posting_id, from_warehouse_id, to_warehouse_id, from_pool_id, to_pool_id)
      select $1, p.booked_on, p.booked_on, coalesce(part.id, i.id), case when part.id is null then 62 else 61 end, 2 ^ (i.n / $6::int),
        case when part.id is null then a.made else a.bin end, case when part.id is null then a.bin else a.made end, 'goods_convert',
        p.doc_id, 'BF', i.id::text, p.id, case when part.id is not null then $2::bigint end, case when part.id is null then $2::bigint end,
        case when part.id is null then a.made else a.root end, case when part.id is null then a.root else a.made end
      from posting p join item i on i.id = split_part(p.doc_id, ':', 1)::bigint cross join at a cross join generate_series(0, 2) k
        left join item part on k < 2 and part.n = (i.n / $6::int + 1) * $6::int + (i.n + k) % $6::int
      order by p.booked_on, i.n / $6::int desc, p.id, k`,
    [orgId, warehouseId, keptSince, rounds, perLevel * (levels - 1), perLevel],
  )
  await owner.query('analyze goods_move, goods_posting, goods_location')
  return rowCount ?? 0
}

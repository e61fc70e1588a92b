/**
 * The ledger of goods: 10 million moves of 20,000 items in 13 warehouses, and what people do with it. A database of its own; `--records` is
 * the number of moves. What is posted goes through the calls, at warehouses of which finance keeps the layers.
 */
import { goodsIn } from '#areas/goods/documents/in-tables.ts'
import { proveGoods } from '#areas/goods/index.ts'
import { openGranted, warehouse } from '#areas/reference/index.ts'
import type { Context } from '#platform/server/contract/context.ts'
import type { Ask } from '#platform/server/contract/route.ts'
import { addRecord } from '#platform/server/verbs/record.ts'
import { median, ms, percent, quantile, seconds, timed, type Figure } from './figures.ts'
import type { Options } from './options.ts'
import { openPlace, type Place } from './place.ts'

const part = 'goods'
const [warehouses, items, movesAtLeast] = [13, 20_000, 10_000_000]
/** moves of an item in a warehouse: one in, two out */
const daysApart = 16
const firstDay = '2025-01-01'
const closedMonth = '2026-09-01'
const keptSince = '2026-10-01'
const [writers, documents, linesOf, big, reads, pageSize] = [16, 12, 10, 500, 100, 50]
const aims = { balancesMs: 50, historyMs: 5, linesPerSecond: 500, hotShare: 0.5, proofMs: 60_000, sinceCloseMs: 10_000, bigMs: 300 }

export async function goodsPart({ data, records }: Options): Promise<Figure[]> {
  const place = await openPlace(data)
  try {
    const moves = Math.max(records, movesAtLeast / 100)
    const { ids, took } = await fill(place, moves)
    console.log(`  filled in ${seconds(took)}`)
    const read = [...(await readFigures(place)), ...(await proofFigures(place))]
    for (const one of read) console.log(`  ${one.what}: ${one.value}`)
    return [...read, ...(await postFigures(place, ids))]
  } finally {
    await place.close()
  }
}

async function fill(place: Place, moves: number): Promise<{ ids: readonly string[]; took: number }> {
  const { owner, orgId } = place
  const ids: string[] = []
  const known = await owner.query<{ id: string }>(`select id::text as id from warehouse where code like 'BG%' order by id`)
  if (known.rows.length === warehouses) return { ids: known.rows.map(one => one.id), took: 0 }
  for (let at = 0; at < warehouses; at++) {
    const code = `BG${String(at).padStart(2, '0')}`
    const { id } = await openGranted(await place.context(), warehouse, 'warehouses', { code, name: `仓 ${at}`, kind: 1 })
    ids.push(id)
  }
  const took = await timed(async () => {
    await owner.query(
      `insert into product (org_id, sku, name)
       select $1, 'GOODS-' || lpad(n::text, 5, '0'), 'Goods ' || n from generate_series(1, $2::int) n`,
      [orgId, items],
    )
    await owner.query(
      `insert into product_supply (org_id, product_id) select org_id, id from product p where org_id = $1
         and not exists (select from product_supply s where s.product_id = p.id)`,
      [orgId],
    )
    await owner.query(
      `insert into stock_place (org_id, name, kind, ships_rest, warehouse_id)
       select org_id, name, 1, 0, id from warehouse where id = any($1)`,
      [ids],
    )
    await owner.query(`update warehouse set kept_since = $2 where id = any($1)`, [ids, keptSince])
    await owner.query(
      `insert into finance_month (org_id, month, state) select $1, m::date, 1
         from generate_series($2::date, $3::date, interval '1 month') m on conflict (org_id, month) do update set state = 1`,
      [orgId, firstDay, closedMonth],
    )
    await fillMoves(place, ids, Math.ceil(moves / (warehouses * items)))
  })
  return { ids, took }
}

/** In the order of days, as they came; indexes are made after. */
async function fillMoves({ owner, orgId }: Place, ids: readonly string[], rounds: number): Promise<void> {
  const { rows: indexes } = await owner.query<{ name: string; made: string }>(
    `select indexname as name, indexdef as made from pg_indexes where tablename = 'goods_move' and indexname like '%_idx'`,
  )
  for (const { name } of indexes) await owner.query(`drop index ${name}`)
  const { rows: links } = await owner.query<{ name: string; made: string }>(
    `select conname as name, pg_get_constraintdef(oid) as made from pg_constraint
     where conrelid = 'goods_move'::regclass and contype = 'f'`,
  )
  for (const { name } of links) await owner.query(`alter table goods_move drop constraint ${name}`)
  for (let round = 0; round < rounds; round++) {
    await owner.query(
      `with at as (select w.id as warehouse_id, row_number() over (order by w.id) - 1 as w, r.id as root, b.id as bin from warehouse w
          join goods_location r on r.warehouse_id = w.id and r.kind = 0 join goods_location b on b.warehouse_id = w.id and b.kind = 1
          where w.id = any($2::bigint[])),
        item as (select id, row_number() over (order by id) - 1 as i from product where org_id = $1 and sku like 'GOODS-%'),
        posting as (
          insert into goods_posting (org_id, key, doc_type, doc_id, booked_on, posted_at)
          select $1, 'bench:' || $3::int || ':' || a.w || ':' || n, 'bench', (a.w * 1000 + n)::text,
            $4::date + $3::int * $5::int + (a.w % $5::int)::int, now() from at a cross join generate_series(0, 399) n
          returning id, doc_id, booked_on),
        outside as (select goods_outside($1, 27, null) as opened, goods_outside($1, 26, null) as used)
      insert into goods_move (org_id, booked_on, happened_at, product_id, reason, quantity, from_id, to_id, doc_type, doc_id, doc_no,
        posting_id, from_warehouse_id, to_warehouse_id, from_pool_id, to_pool_id)
      select $1, p.booked_on, p.booked_on, x.id,
        case when $3::int % 3 = 0 then 71 else 54 end, case when $3::int % 3 = 0 then 30 else 10 end,
        case when $3::int % 3 = 0 then o.opened else a.bin end, case when $3::int % 3 = 0 then a.bin else o.used end, 'bench', p.doc_id,
        'B-' || p.doc_id, p.id, case when $3::int % 3 <> 0 then a.warehouse_id end, case when $3::int % 3 = 0 then a.warehouse_id end,
        case when $3::int % 3 = 0 then o.opened else a.root end, case when $3::int % 3 = 0 then a.root else o.used end
      from at a cross join item x cross join outside o join posting p on p.doc_id = (a.w * 1000 + x.i / 50)::text`,
      [orgId, ids, round, firstDay, daysApart],
    )
    if (round % 10 === 9) console.log(`  round ${round + 1} of ${rounds}`)
  }
  for (const { made } of indexes) await owner.query(made)
  for (const { name, made } of links) await owner.query(`alter table goods_move add constraint ${name} ${made} not valid`)
  await owner.query(
    `insert into goods_cell (org_id, product_id, location_id, warehouse_id, since, quantity)
     select s.org_id, s.product_id, l.id, l.warehouse_id, min(s.booked_on),
       sum(case when s.to_id = l.id then s.quantity else -s.quantity end)
     from goods_move s join goods_location l on l.id in (s.from_id, s.to_id) and l.kind = 1 where s.org_id = $1 and s.doc_type = 'bench'
     group by s.org_id, s.product_id, l.id, l.warehouse_id`,
    [orgId],
  )
  await owner.query('vacuum analyze goods_move, goods_posting, goods_cell, product, product_supply')
}

const called = (place: Place, path: string) => {
  const route = place.house.registry.routes.find(one => one.path === path)
  if (route === undefined) throw new Error(`no call ${path}`)
  return (context: Context, input: object): Promise<unknown> =>
    Promise.resolve(route.handler(context, { input, params: {} } as unknown as Ask))
}

/** Pages at random, after each list was asked for once. */
async function readFigures(place: Place): Promise<Figure[]> {
  const context = await place.context()
  const { rows } = await place.owner.query<{ id: string }>(
    `select id::text as id from product where sku like 'GOODS-%' order by random() limit $1`,
    [reads],
  )
  const { rows: places } = await place.owner.query<{ id: string }>(`select id::text as id from warehouse where code like 'BG%'`)
  // as the browser asks: rows with what is cheap of the totals
  const page = { pageNum: 1, pageSize, only: 'rows' }
  const read = async (path: string, inputs: readonly object[]): Promise<number[]> => {
    const ask = called(place, path)
    for (const input of inputs.slice(0, 5)) await ask(context, input)
    const times: number[] = []
    for (const input of inputs) times.push(await timed(() => ask(context, input)))
    return times
  }
  const pages = Array.from({ length: reads }, (_, at) => ({ ...page, pageNum: 1 + ((at * 37) % (items / pageSize)) }))
  const inPlace = rows.map((_, at) => ({ ...page, warehouseId: [places[at % places.length]?.id], pageNum: 1 + ((at * 7) % 100) }))
  const figure = (what: string, times: readonly number[], aim: number): Figure => ({
    part,
    what,
    value: `${ms(median(times))} / ${ms(quantile(times, 0.95))}`,
    aim: `p50 below ${ms(aim)}`,
    met: median(times) < aim,
  })
  return [
    figure(`page of ${pageSize} balances by item, p50 / p95 of ${reads}`, await read('/goodsStock/byItem/list', pages), aims.balancesMs),
    figure('balances of a warehouse by location', await read('/goodsStock/byLocation/list', inPlace), aims.balancesMs),
    figure(
      'history of an item',
      await read(
        '/goodsMove/list',
        rows.map(one => ({ ...page, productId: [one.id] })),
      ),
      aims.historyMs,
    ),
    figure(
      'history of all, newest first',
      await read(
        '/goodsMove/list',
        rows.map(() => page),
      ),
      aims.historyMs,
    ),
  ]
}

interface Wish {
  readonly warehouses: readonly string[]
  readonly products: readonly string[]
}
/** Drafts are written before; the call that receives them is timed. */
async function received(place: Place, what: string, { warehouses: at, products }: Wish): Promise<{ perSecond: number; said: string }> {
  const context = await place.context()
  const day = context.now().toISOString().slice(0, 10)
  const drafts: string[][] = []
  for (let writer = 0; writer < writers; writer++) {
    const mine: string[] = []
    for (let n = 0; n < documents; n++) {
      const added = Array.from({ length: linesOf }, (_, line) => ({
        productId: products[(writer * 997 + n * 31 + line * 7) % products.length],
        quantity: '1',
        condition: 1,
      }))
      const { id } = await addRecord(context, goodsIn, { kind: 4, warehouseId: at[writer % at.length], businessOn: day, lines: { added } })
      mine.push(id)
    }
    drafts.push(mine)
  }
  await place.checkpoint()
  const receive = called(place, '/goodsIn/receive')
  const times: number[] = []
  const took = await timed(async () => {
    await Promise.all(
      drafts.map(async mine => {
        const who = await place.context()
        for (const id of mine) times.push(await timed(() => receive(who, { id })))
      }),
    )
  })
  const perSecond = (writers * documents * linesOf * 1000) / took
  return { perSecond, said: `${Math.round(perSecond).toLocaleString('en')} lines/s (document p95 ${ms(quantile(times, 0.95))}): ${what}` }
}

async function postFigures(place: Place, ids: readonly string[]): Promise<Figure[]> {
  const { rows } = await place.owner.query<{ id: string }>(`select id::text as id from product where sku like 'GOODS-%' order by id`)
  const products = rows.map(one => one.id)
  const [one = ''] = ids
  const spread = await received(place, 'spread', { warehouses: ids, products })
  const single = await received(place, 'one warehouse', { warehouses: [one], products })
  const hot = await received(place, 'one item', { warehouses: [one], products: products.slice(0, 1) })
  console.log([spread, single, hot].map(run => `  ${run.said}`).join('\n'))
  const figure = (what: string, { perSecond }: { perSecond: number }): Figure => ({
    part,
    what: `${writers} writers receive documents of ${linesOf} lines: ${what}`,
    value: `${Math.round(perSecond).toLocaleString('en')} lines/s`,
    aim: `>= ${aims.linesPerSecond}`,
    met: perSecond >= aims.linesPerSecond,
  })
  const share = hot.perSecond / single.perSecond
  const context = await place.context()
  const day = context.now().toISOString().slice(0, 10)
  const times: number[] = []
  for (let at = 0; at < 5; at++) {
    const added = products.slice(at * big, (at + 1) * big).map(productId => ({ productId, quantity: '1', condition: 1 }))
    const { id } = await addRecord(context, goodsIn, { kind: 4, warehouseId: one, businessOn: day, lines: { added } })
    times.push(await timed(() => called(place, '/goodsIn/receive')(context, { id })))
  }
  return [
    figure(`${warehouses} warehouses`, spread),
    figure('one warehouse', single),
    {
      part,
      what: 'the same, all lines of one item',
      value: `${Math.round(hot.perSecond).toLocaleString('en')} lines/s`,
      against: `${Math.round(single.perSecond).toLocaleString('en')} lines/s`,
      ratio: percent(share),
      aim: `>= ${percent(aims.hotShare)}`,
      met: share >= aims.hotShare,
    },
    {
      part,
      what: `document of ${big} lines posted, median of 5`,
      value: ms(median(times)),
      aim: `below ${ms(aims.bigMs)}`,
      met: median(times) < aims.bigMs,
    },
  ]
}

async function proofFigures(place: Place): Promise<Figure[]> {
  const context = await place.context()
  const faults: unknown[] = []
  const all = await timed(async () => faults.push(...(await proveGoods(context))))
  if (faults.length > 0) throw new Error(`proof: ${JSON.stringify(faults.slice(0, 3))}`)
  await place.owner.query(`set app.org = '${place.orgId}'`)
  const close = await timed(() =>
    place.owner.query(`select goods_close($1, ($2::date + interval '1 month - 1 day')::date)`, [place.orgId, closedMonth]),
  )
  const since = await timed(async () => faults.push(...(await proveGoods(context, true))))
  if (faults.length > 0) throw new Error(`proof: ${JSON.stringify(faults.slice(0, 3))}`)
  const open = { part, what: `the same from the last close on (its own work ${seconds(close)})`, value: seconds(since) }
  return [
    { ...open, aim: `below ${seconds(aims.sinceCloseMs)}`, met: since < aims.sinceCloseMs },
    { part, what: 'proof of all moves', value: seconds(all), aim: `below ${seconds(aims.proofMs)}`, met: all < aims.proofMs },
  ]
}

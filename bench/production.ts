/**
 * Production: a run of MRP over 5,000 items of six levels with 50,000 demands, its explanations, suggestions turned into documents, a
 * completion with 60 materials, the trace of a batch, the fold of products that are made of each other. A database of its own; what is
 * planned and traced is written by SQL.
 */
import { goodsIn } from '#areas/goods/index.ts'
import { bom } from '#areas/production/bom-tables.ts'
import { complete, issue } from '#areas/production/floor.ts'
import { explainLine } from '#areas/production/mrp/explain.ts'
import { askRun, runPlan } from '#areas/production/mrp/run.ts'
import { turnLines } from '#areas/production/mrp/turn.ts'
import { productionOrder } from '#areas/production/order-tables.ts'
import { report } from '#areas/production/reporting.ts'
import { traceRoutes } from '#areas/production/trace/trace.ts'
import { openGranted, warehouse } from '#areas/reference/index.ts'
import type { Context } from '#platform/server/contract/context.ts'
import { takeSteps } from '#platform/server/steps/take-steps.ts'
import { addRecord } from '#platform/server/verbs/record.ts'
import { foldFigures } from './conversions.ts'
import { median, megabytes, ms, seconds, timed, type Figure } from './figures.ts'
import type { Options } from './options.ts'
import { openPlace, type Place } from './place.ts'

const part = 'production'
const [items, levels, partsOfBill, months, turned, materials, rounds] = [5_000, 6, 5, 5, 500, 60, 5]
const [batches, movesOfBatch] = [400, 250]
const aims = { runMs: 10_000, runBytes: 500e6, explainMs: 100, turnMs: 5_000, completeMs: 200, traceMs: 1_000 }

export async function productionPart({ data }: Options): Promise<Figure[]> {
  const place = await openPlace(data)
  try {
    const context = await place.context()
    const made = await openGranted(context, warehouse, 'warehouses', { code: 'BP', name: '生产仓', kind: 1 })
    const warehouseId = String(made.id)
    await fill(place, warehouseId)
    return [
      ...(await plan(place, context)),
      ...(await completion(place, context, warehouseId)),
      ...(await trace(place, context, warehouseId)),
      ...(await foldFigures(place, context, part)),
    ]
  } finally {
    await place.close()
  }
}

const figure = (what: string, value: number, aim: number): Figure => ({
  part,
  what,
  value: value >= 2_000 ? seconds(value) : ms(value),
  aim: `below ${aim >= 2_000 ? seconds(aim) : ms(aim)}`,
  met: value < aim,
})

/** Each product of a level is made of five of the next; half of the demands stand at another warehouse. */
async function fill({ owner, orgId }: Place, warehouseId: string): Promise<void> {
  const perLevel = Math.ceil(items / levels)
  await owner.query(
    `insert into product (org_id, sku, name, status) select $1, 'BP-' || lpad(n::text, 5, '0'), '计划品 ' || n, 1
      from generate_series(0, $2 - 1) n`,
    [orgId, items],
  )
  await owner.query(
    `insert into product_supply (org_id, product_id, purchase_lead_days, make_lead_days, lot_multiple)
      select org_id, id, 7, 2, 10 from product where org_id = $1 and sku like 'BP-%'`,
    [orgId],
  )
  await owner.query(
    `insert into bom (org_id, business_on, product_id, kind, version_no, state, valid_from)
      select $1, '2025-01-01', id, 1, 1, 2, '2025-01-01' from product
      where org_id = $1 and sku like 'BP-%' and substr(sku, 4)::int < $2`,
    [orgId, perLevel * (levels - 1)],
  )
  await owner.query(
    `insert into bom_line (org_id, bom_id, line_no, part_id, per, scrap)
      select $1, b.id, k, q.id, 1, 0 from bom b join product p on p.id = b.product_id and p.sku like 'BP-%'
        cross join generate_series(1, $2) k
        join product q on q.org_id = $1 and q.sku = 'BP-' || lpad(least($4 - k,
          (substr(p.sku, 4)::int / $3 + 1) * $3 + (substr(p.sku, 4)::int * 7 + k * 31) % $3)::text, 5, '0')
      where b.org_id = $1`,
    [orgId, partsOfBill, perLevel, items],
  )
  const { rows } = await owner.query<{ id: string }>(
    `insert into warehouse (org_id, code, name, kind) values ($1, 'BP2', '外仓', 1) returning id::text as id`,
    [orgId],
  )
  // a forecast of a month is asked for on its Mondays
  await owner.query(
    `insert into demand_forecast (org_id, product_id, warehouse_id, month, quantity)
      select $1, p.id, w, (date_trunc('month', now()) + m * interval '1 month')::date, 100 + p.id % 50
      from product p cross join unnest($2::bigint[]) w cross join generate_series(1, $3) m
      where p.org_id = $1 and p.sku like 'BP-%' and ((p.id + m) % $3 = 0 or (p.id + m) % (5 * $3) = 1)`,
    [orgId, [warehouseId, rows[0]?.id], months],
  )
  await owner.query('analyze')
}

async function plan({ owner, house, orgId }: Place, context: Context): Promise<Figure[]> {
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  let most = before
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 50)
  const id = await askRun(context, { horizonDays: 180, freezeDays: 7, pullDays: 30, transferDays: 3 })
  const server = await house.asSystem(orgId, 'bench: requirements planning')
  const took = await timed(() => runPlan(server, id))
  clearInterval(watch)
  const bytes = Math.max(0, most - before)
  const { rows: counted } = await owner.query<{ items: number; lines: number; demands: number }>(
    `select items::int as items, lines::int as lines, jsonb_array_length(snapshot::jsonb -> 'demands') as demands
      from mrp_run where id = $1`,
    [id],
  )
  await owner.query('analyze mrp_line, mrp_item')
  const { rows: lines } = await owner.query<{ id: string }>(
    `select id::text as id from mrp_line where kind in (2, 3) and state = 1 order by md5(id::text) limit $1`,
    [turned],
  )
  const explained: number[] = []
  for (const line of lines.slice(0, 20))
    explained.push(await timed(() => Promise.resolve(explainLine.handler(context, { input: { id: line.id } } as never))))
  const ids = lines.map(one => one.id)
  const turning = await timed(() => turnLines(context, ids))
  const of = `${counted[0]?.demands ?? 0} demands, ${counted[0]?.items ?? 0} items, ${counted[0]?.lines ?? 0} suggestions`
  return [
    figure(`MRP of ${items} products, ${of}, with its snapshot`, took, aims.runMs),
    { part, what: 'it holds at most', value: megabytes(bytes), aim: `below ${megabytes(aims.runBytes)}`, met: bytes < aims.runBytes },
    figure('a suggestion explains itself, p50', median(explained), aims.explainMs),
    figure(`${ids.length} suggestions become documents`, turning, aims.turnMs),
  ]
}

async function completion({ owner, orgId }: Place, context: Context, warehouseId: string): Promise<Figure[]> {
  const today = context.now().toISOString().slice(0, 10)
  const { rows: products } = await owner.query<{ id: string }>(
    `insert into product (org_id, sku, name, status) select $1, 'BC-' || n, '料 ' || n, 1 from generate_series(0, $2) n returning id::text`,
    [orgId, materials],
  )
  const [top, ...parts] = products
  const { rows: bins } = await owner.query<{ id: string }>(
    `select id::text as id from goods_location where warehouse_id = $1 and kind = 1 order by id limit 1`,
    [warehouseId],
  )
  await owner.query(`insert into product_supply (org_id, product_id) select org_id, id from product where sku like 'BC-%'`)
  const bill = { businessOn: today, productId: top?.id, kind: 1, validFrom: '2025-01-01' }
  const added = parts.map(({ id }) => ({ partId: id, per: '1' }))
  const { id: bomId } = await addRecord(context, bom, { ...bill, lines: { added } })
  await takeSteps(context, bom, { ids: [{ id: bomId }], pick: { step: 'submit' }, input: {} })
  const lines = parts.map(({ id }) => ({ productId: id, quantity: '1000', unitCost: '2', toId: bins[0]?.id }))
  const { id: inId } = await addRecord(context, goodsIn, { businessOn: today, kind: 4, warehouseId, lines: { added: lines } })
  await takeSteps(context, goodsIn, { ids: [{ id: inId }], pick: { step: 'receive' }, input: {} })
  const header = { businessOn: today, productId: top?.id, quantity: '100', startOn: today, dueOn: today, warehouseId }
  const { id } = await addRecord(context, productionOrder, header)
  await takeSteps(context, productionOrder, { ids: [{ id }], pick: { step: 'submit' }, input: {} })
  await issue(context, id)
  await report(context, id, { good: '100', bad: '0', badReason: null, minutes: null })
  const took: number[] = []
  for (let n = 0; n < rounds; n++) took.push(await timed(() => complete(context, id, '10')))
  return [figure(`a completion uses ${materials} materials, p50`, median(took), aims.completeMs)]
}

/** One batch went into 400 others, each of which left in 248 moves. */
async function trace({ owner, orgId }: Place, context: Context, warehouseId: string): Promise<Figure[]> {
  const { rows: made } = await owner.query<{ id: string }>(
    `insert into goods_batch (org_id, product_id, batch_no, first_in_on)
      select $1, (select id from product where sku = 'BC-' || case when n = 0 then 1 else 0 end), 'BT-' || n, current_date
      from generate_series(0, $2) n returning id::text as id`,
    [orgId, batches],
  )
  const ends = `(select min(id) from goods_location where warehouse_id = $2 and kind = 1) as bin,
    (select min(id) from goods_location where org_id = $1 and kind = 23) as made,
    (select min(id) from goods_location where org_id = $1 and kind = 25) as gone`
  await owner.query(
    `insert into goods_location (org_id, code, kind) select $1, 'BP-' || k, k from unnest(array[23, 25]) k
      where not exists (select from goods_location l where l.org_id = $1 and l.kind = k)`,
    [orgId],
  )
  await owner.query(
    `with posting as (insert into goods_posting (org_id, key, doc_type, doc_id, booked_on, posted_at)
        select $1, 'bench ' || n, 'production_order', n::text, current_date, now() from unnest($3::bigint[]) n returning id, doc_id)
      insert into goods_move (org_id, booked_on, happened_at, product_id, reason, quantity, from_id, to_id, batch_id, doc_type, doc_id,
        doc_no, line_id, posting_id, from_warehouse_id, to_warehouse_id)
      select $1, current_date, now(), b.product_id, case m when 1 then 61 when 2 then 62 else 53 end, 1,
        case m when 2 then e.made else e.bin end, case m when 1 then e.made when 2 then e.bin else e.gone end, b.id, 'production_order',
        p.doc_id, 'SC-' || p.doc_id, m::text, p.id, case m when 2 then null else $2::bigint end, case m when 2 then $2::bigint end
      from posting p cross join generate_series(1, $4) m cross join (select ${ends}) e
        join goods_batch b on b.id = case m when 1 then $5::bigint else p.doc_id::bigint end`,
    [orgId, warehouseId, made.slice(1).map(one => one.id), movesOfBatch, made[0]?.id],
  )
  await owner.query('analyze goods_move, goods_posting, goods_batch')
  const took: number[] = []
  const ask = { input: { id: made[0]?.id } } as never
  for (let n = 0; n < rounds; n++)
    took.push(await timed(() => Promise.resolve(traceRoutes['POST /goodsBatch/trace']?.handler(context, ask))))
  return [figure(`the trace of a batch over ${(batches * movesOfBatch).toLocaleString('en')} moves, p50`, median(took), aims.traceMs)]
}

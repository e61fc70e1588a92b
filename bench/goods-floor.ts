/** Work of the warehouse: a wave of 500 documents, and scans of a task in hand. A database of its own, documents made by the real way. */
import { goodsIn } from '#areas/goods/documents/in-tables.ts'
import { goodsOut } from '#areas/goods/documents/out-tables.ts'
import { claim } from '#areas/goods/floor/claim.ts'
import { scan } from '#areas/goods/floor/scan.ts'
import { makeWaves } from '#areas/goods/floor/wave.ts'
import { tasksFor } from '#areas/goods/floor/work.ts'
import { goodsLocation } from '#areas/goods/location-tables.ts'
import { openGranted, product, warehouse } from '#areas/reference/index.ts'
import type { Context } from '#platform/server/contract/context.ts'
import { takeSteps, takeStepsEach } from '#platform/server/steps/take-steps.ts'
import { addRecord } from '#platform/server/verbs/record.ts'
import { createEach } from '#platform/server/records/create-each.ts'
import { ms, quantile, timed, type Figure } from './figures.ts'
import type { Options } from './options.ts'
import { openPlace, type Place } from './place.ts'

const part = 'floor'
const [documents, products, bins, scans] = [500, 100, 400, 500]
const aims = { waveMs: 2_000, scanMs: 100 }

export async function floorPart({ data }: Options): Promise<Figure[]> {
  const place = await openPlace(data)
  try {
    const held = await fill(place)
    const wave = await timed(async () => makeWaves(await place.context(), held))
    return [
      {
        part,
        what: `wave of ${documents} documents in ${bins} bins`,
        value: ms(wave),
        aim: `below ${ms(aims.waveMs)}`,
        met: wave <= aims.waveMs,
      },
      await scanFigure(await place.context()),
    ]
  } finally {
    await place.close()
  }
}

/** What is held, of products that lie in four bins each. */
async function fill(place: Place): Promise<readonly string[]> {
  const admin = await place.context()
  const { id: warehouseId } = await openGranted(admin, warehouse, 'warehouses', { code: 'BF', name: '作业仓', kind: 1, byTask: true })
  const now = await place.context()
  const root = await now.db.selectFrom('goods_location').select('id').where('code', '=', 'BF').executeTakeFirstOrThrow()
  const codes = Array.from({ length: bins }, (_, at) => `BF-${String(at).padStart(4, '0')}`)
  await createEach(
    now,
    goodsLocation,
    codes.map((code, pickOrder) => ({ code, warehouseId, parentId: String(root.id), kind: 1, pickOrder })),
  )
  await createEach(
    now,
    product,
    Array.from({ length: products }, (_, at) => ({ sku: `BF-SKU-${at}`, name: `货品 ${at}` })),
  )
  const places = await now.db.selectFrom('goods_location').select('id').where('code', 'in', codes).orderBy('id').execute()
  const items = await now.db.selectFrom('product').select('id').where('sku', 'like', 'BF-SKU-%').orderBy('id').execute()
  const day = now.now().toISOString().slice(0, 10)
  const added = places.map(({ id }, at) => ({
    productId: String(items[at % products]?.id),
    quantity: '1000',
    toId: String(id),
    condition: 1,
  }))
  const lines = { added }
  const receipt = await addRecord(now, goodsIn, { kind: 4, warehouseId, businessOn: day, lines })
  await takeSteps(now, goodsIn, { ids: [{ id: receipt.id }], pick: { step: 'receive' }, input: {} })
  const ids: string[] = []
  for (let at = 0; at < documents; at++) {
    const two = [0, 1].map(more => ({ productId: String(items[(at * 7 + more * 31) % products]?.id), quantity: '2' }))
    const { id } = await addRecord(now, goodsOut, { kind: 3, warehouseId, businessOn: day, dueOn: day, lines: { added: two } })
    await takeSteps(now, goodsOut, { ids: [{ id }], pick: { step: 'submit' }, input: {} })
    await takeStepsEach(now, goodsOut, { ids: [{ id }], pick: { step: 'allocate' }, input: {} })
    ids.push(id)
  }
  return ids
}

/** Bins and items of the task in turn, as somebody works through it. */
async function scanFigure(context: Context): Promise<Figure> {
  const [first] = await tasksFor(context)
  const { id, lines } = await claim(context, first?.id)
  const times: number[] = []
  for (let at = 0; at < scans; at++) {
    const line = lines[at % lines.length]
    const code = at % 2 === 0 ? (line?.from ?? '') : (line?.sku ?? '')
    times.push(await timed(() => scan(context, id, code, line?.id ?? null)))
  }
  const p95 = quantile(times, 0.95)
  return {
    part,
    what: `scan of a task of ${lines.length} lines answered, p95 of ${scans}`,
    value: ms(p95),
    aim: `below ${ms(aims.scanMs)}`,
    met: p95 <= aims.scanMs,
  }
}

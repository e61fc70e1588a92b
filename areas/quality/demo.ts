/** Inspections of the demo company: received by the keeper, most accepted, two rejected, one that waits for another person. */
import { goodsIn, inKinds } from '#areas/goods/index.ts'
import { product, supplier } from '#areas/reference/index.ts'
import { addDays } from '#platform/format/dates.ts'
import { asText } from '#platform/format/text.ts'
import { dayInZone, homeZone } from '#platform/format/zones.ts'
import type { DemoPeople } from '#platform/server/area.ts'
import { tablesOf } from '#platform/server/database.ts'
import { listOf } from '#platform/server/lists.ts'
import { addRecord, change, changeEachTo, oneRecord } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { inspection, inspectionLine } from './inspection-tables.ts'
import { nonconformity, ways } from './nonconformity-tables.ts'
import { inspectionPlan } from './plan-tables.ts'
import { itemKinds, judgements } from './words.ts'

const dayMs = 86_400_000
const items = [
  { name: '外观', kind: itemKinds.judged[0], level: 3, method: '距离 30 cm 目视，无划痕、脏污' },
  { name: '外径', kind: itemKinds.number[0], level: 2, unit: 'mm', lower: '49.5', upper: '50.5', readings: 3, method: '卡尺' },
  { name: '功能', kind: itemKinds.judged[0], level: 2, method: '通电 1 分钟' },
  { name: '标签', kind: itemKinds.option[0], level: 3, options: '清晰、模糊、缺失', goodOptions: '清晰' },
  { name: '安全', kind: itemKinds.judged[0], level: 1, method: '无锐边、无漏电' },
]
/** how long ago they came, how many of how many functions are bad, and what is done: open ones wait */
const lots = [
  { ago: 20, quantity: 1_200, bad: 0, looks: 3, ends: 'finish' },
  { ago: 18, quantity: 500, bad: 1, looks: 0, ends: 'finish' },
  { ago: 17, quantity: 280, bad: 6, looks: 2, ends: 'finish' },
  { ago: 15, quantity: 800, bad: 0, looks: 1, ends: 'finish' },
  { ago: 13, quantity: 150, bad: 0, looks: 0, ends: 'finish' },
  { ago: 12, quantity: 600, bad: 9, looks: 4, ends: 'finish' },
  { ago: 10, quantity: 320, bad: 1, looks: 2, ends: 'finish' },
  { ago: 8, quantity: 90, bad: 0, looks: 0, ends: 'finish' },
  { ago: 6, quantity: 400, bad: 5, looks: 0, ends: 'appeal' },
  { ago: 3, quantity: 240, bad: 0, looks: 1, ends: 'start' },
  { ago: 1, quantity: 500, bad: 0, looks: 0, ends: '' },
  { ago: 0, quantity: 120, bad: 0, looks: 0, ends: '' },
] as const

export async function makeInspections({ now, as }: DemoPeople): Promise<void> {
  const admin = await as('admin')
  const warehouseId = (await admin.db.selectFrom('warehouse').select('id').where('code', '=', 'SZ').executeTakeFirst())?.id
  const suppliers = (await listOf(admin, supplier, { pageNum: 1, pageSize: 3, status: [2] })).list.map(({ id }) => id)
  const untracked = admin.db.selectFrom('product_supply').select('product_id').where('tracking', '=', 0)
  const products = (await untracked.execute())
    .map(one => asText(one.product_id))
    .toSorted((one, other) => Number(one) - Number(other))
    .slice(30, 34)
  if (warehouseId === undefined || suppliers.length === 0 || products.length === 0) return
  const today = dayInZone(now.getTime(), homeZone)
  const at = (ago: number) => new Date(now.getTime() - ago * dayMs)
  for (const productId of products) {
    const { sku } = await oneRecord(admin, product, productId)
    await addRecord(admin, inspectionPlan, {
      name: `来料检验 ${asText(sku)}`,
      stage: 1,
      productId,
      validFrom: addDays(today, -60),
      lines: { added: items },
    })
  }
  const step = async (who: string, ago: number, r: Resource, id: string, name: string, input: object = {}) =>
    takeSteps(await as(who, at(ago)), r, { ids: [{ id }], pick: { step: name }, input: { ...input } })
  for (const [n, { ago, quantity, bad, looks, ends }] of lots.entries()) {
    const context = await as('admin', at(ago))
    const { id: receiptId } = await addRecord(context, goodsIn, {
      businessOn: addDays(today, -ago),
      kind: inKinds.bought[0],
      warehouseId,
      supplierId: suppliers[n % suppliers.length],
      lines: { added: [{ productId: products[n % products.length], quantity: String(quantity), unitCost: `${8 + n}.50` }] },
    })
    await step('admin', ago, goodsIn, receiptId, 'receive')
    const made = await tablesOf<typeof inspection>(context.db)
      .selectFrom('inspection')
      .select('id')
      .where('source_type', '=', 'goods_in')
      .where('source_id', '=', receiptId)
      .executeTakeFirst()
    const id = asText(made?.['id'] ?? '')
    if (id === '' || ends === '') continue
    await step('keeper', ago, inspection, id, 'start')
    if (ends === 'start') continue
    const keeper = await as('keeper', at(ago))
    const lines = await tablesOf<typeof inspectionLine>(keeper.db)
      .selectFrom('inspection_line')
      .select(['id', 'name', 'kind', 'sample_no'])
      .where('inspection_id', '=', id)
      .orderBy('line_no')
      .execute()
    await changeEachTo(
      keeper,
      inspectionLine,
      lines.map(line => ({ id: asText(line['id']), ...readingOf(line, bad, looks) })),
      { verb: 'update' },
    )
    if (ends === 'finish' && bad < 5) await change(keeper, inspection, id, { badOut: String(bad + looks) })
    if (ends === 'finish') await step('keeper', ago, inspection, id, 'finish')
    else await step('keeper', ago, inspection, id, 'appeal', { wished: 3, overrideReason: '外包装不影响使用，旺季急需，客户同意接收' })
  }
  await decideSome({ now, as })
}

const readingOf = (line: Readonly<Record<string, unknown>>, bad: number, looks: number) => {
  if (line['kind'] === itemKinds.number[0]) return { value: `50.${Number(line['sample_no'] ?? 1)}`, badQty: 0 }
  if (line['kind'] === itemKinds.option[0]) return { value: '清晰', badQty: 0 }
  const found = line['name'] === '功能' ? bad : line['name'] === '外观' ? looks : 0
  return { value: found === 0 ? judgements.good : judgements.bad, badQty: found }
}

/** One is dealt with in each way, the first of them let pass; the others wait. */
async function decideSome({ now, as }: DemoPeople): Promise<void> {
  const admin = await as('admin', now)
  const keeper = await as('keeper', now)
  const made = await tablesOf<typeof nonconformity>(keeper.db).selectFrom('nonconformity').select('id').orderBy('id').limit(5).execute()
  const chosen = [ways.concede[0], ways.rework[0], ways.back[0], ways.scrap[0], ways.sort[0]]
  const dueOn = addDays(dayInZone(now.getTime(), homeZone), 7)
  for (const [n, one] of made.entries()) {
    const id = asText(one['id'])
    const ids = [{ id }]
    await change(keeper, nonconformity, id, { responsible: 1, cause: '供应商换料未报备', measure: '供应商提交改善报告', dueOn })
    if (chosen[n] === ways.concede[0]) {
      await takeSteps(admin, nonconformity, { ids, pick: { step: 'concede' }, input: { reason: '不影响使用' } })
      await takeSteps(keeper, nonconformity, { ids, pick: { step: 'carry' }, input: {} })
    } else await takeSteps(admin, nonconformity, { ids, pick: { step: 'decide' }, input: { chosen: chosen[n] ?? ways.sort[0] } })
  }
}

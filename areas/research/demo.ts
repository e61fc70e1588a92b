/** Research of the demo company: six projects at all gates, their samples, tests and checks; one is forbidden to go on. */
import { addDays, addMonths, firstOfMonth, weekday } from '#platform/format/dates.ts'
import { multiply } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import { dayInZone, homeZone, todayOf } from '#platform/format/zones.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { Row } from '#platform/declare/wire.ts'
import type { Context, DemoPeople } from '#platform/server/area.ts'
import { addRecord, change, create, createEach } from '#platform/server/records.ts'
import { listOf } from '#platform/server/lists.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { bomKinds } from '#areas/production/index.ts'
import { changeEffect, changeOrder } from './change-tables.ts'
import { infringementCheck, verdicts } from './check-tables.ts'
import { gateTemplate, proofs, rdDeliverable, rdProject } from './project-tables.ts'
import { moveKinds, rdTest, sample, sampleMove, sampleResults } from './sample-tables.ts'
import { rdTime } from './time-tables.ts'
import { gateNames, gates, type Gate } from './words.ts'

const dayMs = 86_400_000
const [bundle, split] = [bomKinds.bundle[0], bomKinds.split[0]]
const template: readonly (readonly [Gate, string, keyof typeof proofs, boolean])[] = [
  ['idea', '市场分析', 'files', true],
  ['idea', '侵权初查', 'check', true],
  ['design', '外观方案', 'files', true],
  ['design', '目标成本测算', 'files', true],
  ['prototype', '首样', 'sample', true],
  ['prototype', '包装方案', 'files', false],
  ['test', '性能测试', 'test', true],
  ['certification', '认证资料', 'files', true],
  ['pilot', '试产报告', 'files', true],
]
/** how long ago it began, how many gates it has passed, and what its check says */
const projects = [
  { name: '折叠野营灯', ago: 200, passed: 6, verdict: verdicts.none[0], cost: '38.50', price: '29.99' },
  { name: '车载吸尘器二代', ago: 150, passed: 4, verdict: verdicts.low[0], cost: '86.00', price: '59.99' },
  { name: '硅胶保鲜盖', ago: 120, passed: 3, verdict: verdicts.none[0], cost: '9.80', price: '15.99' },
  { name: '桌面理线器', ago: 90, passed: 2, verdict: verdicts.none[0], cost: '6.20', price: '12.99' },
  { name: '宠物饮水机静音版', ago: 60, passed: 1, verdict: verdicts.forbidden[0], cost: '52.00', price: '39.99' },
  { name: '磁吸充电宝', ago: 14, passed: 0, verdict: null, cost: null, price: null },
] as const

interface Cast {
  readonly it: (ago: number) => Promise<Context>
  readonly judge: (ago: number) => Promise<Context>
  readonly day: (ago: number) => string
}

const step = (context: Context, r: Resource, id: string, name: string, input: Readonly<Record<string, unknown>> = {}) =>
  takeSteps(context, r, { ids: [{ id }], pick: { step: name }, input })

export async function makeResearch({ now, as }: DemoPeople): Promise<void> {
  const today = dayInZone(now.getTime(), homeZone)
  const at = (ago: number): Date => new Date(now.getTime() - ago * dayMs)
  const cast: Cast = { it: ago => as('it', at(ago)), judge: ago => as('admin', at(ago)), day: ago => addDays(today, -ago) }
  const it = await as('it', now)
  const category = await it.db.selectFrom('product_category').select('id').orderBy('id').executeTakeFirst()
  const countries = await it.db.selectFrom('country').select('id').where('code', 'in', ['US', 'DE', 'GB']).orderBy('id').execute()
  const { employeeId: managerId } = it.caller
  if (category === undefined || managerId === null) return
  const first = await cast.it(projects[0].ago)
  await createEach(
    first,
    gateTemplate,
    template.map(([gate, name, proof, required], n) => ({
      gate: gates[gate][0],
      name,
      proof: proofs[proof][0],
      required,
      sort: n,
      days: 14,
    })),
  )
  const marketCodes = countries.map(one => one.id)
  const ids: string[] = []
  for (const one of projects) {
    const context = await cast.it(one.ago)
    const { id } = await addRecord(context, rdProject, {
      businessOn: cast.day(one.ago),
      name: one.name,
      managerId,
      categoryId: category.id,
      marketCodes,
      targetOn: cast.day(one.ago - 240),
      targetCost: one.cost,
      targetPrice: one.price,
      health: one.verdict === verdicts.forbidden[0] ? 2 : 1,
    })
    ids.push(id)
    await passGates(cast, id, one, marketCodes)
  }
  await lend(cast, managerId)
  await checkProduct(cast, it, marketCodes)
  await createEach(
    it,
    rdTime,
    ids.slice(0, 5).flatMap((projectId, n) =>
      [1, 2].map(months => ({
        month: firstOfMonth(addMonths(today.slice(0, 7), -months)),
        employeeId: managerId,
        projectId,
        days: `${n % 3}.5`,
      })),
    ),
  )
}

/** What each gate asked for is brought a while before it was passed. */
async function passGates(cast: Cast, id: string, { name, ago, passed, verdict }: (typeof projects)[number], countries: readonly string[]) {
  const each = Math.floor((ago - 4) / (passed + 1))
  const checkId =
    verdict === null || verdict === verdicts.forbidden[0]
      ? await check(cast, id, ago - 3, verdicts.none[0], countries)
      : await check(cast, id, ago - 3, verdict, countries)
  let made: { sampleId: string; testId: string | null } | null = null
  for (const [n, gate] of gateNames.slice(0, passed + 1).entries()) {
    const when = ago - each * (n + 1) + 1
    const context = await cast.it(when)
    if (n >= 1 && made === null) made = await makeSamples(cast, { projectId: id, name, passed }, when)
    const lines = await context.db
      .selectFrom('rd_deliverable')
      .select(['id', 'proof'])
      .where('project_id', '=', id)
      .where('gate', '=', gates[gate][0] as 1)
      .where('state', '=', 0)
      .orderBy('id')
      .execute()
    for (const line of n < passed ? lines : lines.slice(0, 1)) {
      if (line.proof === proofs.files[0]) continue
      const of =
        line.proof === proofs.check[0]
          ? { checkId }
          : line.proof === proofs.test[0]
            ? { testId: made?.testId }
            : { sampleId: made?.sampleId }
      if (Object.values(of)[0] === undefined || verdict === null) continue
      await change(context, rdDeliverable, line.id, of)
      await step(context, rdDeliverable, line.id, 'finish')
    }
    if (n >= passed) break
    for (const line of lines.filter(one => one.proof === proofs.files[0]))
      await step(context, rdDeliverable, line.id, 'spare', { note: '资料在共享盘，评审会上已看' })
    await step(context, rdProject, id, `pass_${gate}`, { minutes: '评审通过，按计划进入下一关口' })
  }
  if (verdict === verdicts.forbidden[0]) await check(cast, id, 5, verdict, countries)
}

async function check({ it, judge, day }: Cast, projectId: string, ago: number, verdict: number, countries: readonly string[]) {
  const context = await it(ago)
  const { id } = await addRecord(context, infringementCheck, {
    businessOn: day(ago),
    projectId,
    verdict,
    kinds: [1, 2, 3],
    countries,
    databases: 'USPTO、EUIPO、Google Patents：外观和结构关键词',
    conclusion: verdict === verdicts.forbidden[0] ? '水泵静音结构落入有效专利权利要求 1' : '未见高度相似的有效权利',
    lines: {
      added:
        verdict === verdicts.forbidden[0]
          ? [{ number: 'US11234567B2', holder: 'Aqua Pet Inc.', similarity: '92.0', note: '静音水泵结构' }]
          : [],
    },
  })
  await step(context, infringementCheck, id, 'submit')
  await step(await judge(ago - 1), infringementCheck, id, 'audit')
  return id
}

const kinds = [
  [1, '手板', '800.00'],
  [2, '首样', '1500.00'],
  [3, '改样', '600.00'],
  [5, '竞品', '320.00'],
] as const
interface Sampled {
  readonly projectId: string
  readonly name: string
  readonly passed: number
}
/** A mock-up and a first sample; a test of the first, judged by another. */
async function makeSamples({ it, judge, day }: Cast, { projectId, name, passed }: Sampled, ago: number) {
  const context = await it(ago)
  const { employeeId: keeperId } = context.caller
  let sampleId = ''
  for (const [kind, title, cost] of passed > 1 ? [...kinds, [6, '展示样', '260.00'] as const] : kinds) {
    const { id } = await create(context, sample, {
      name: `${name}${title}`,
      projectId,
      kind,
      quantity: kind === 2 ? 5 : 2,
      keeperId,
      cost,
      dueOn: day(ago - 7),
      revision: `V${kind}`,
    })
    await step(context, sample, id, 'submit')
    if (kind === 3) continue
    await step(context, sample, id, 'arrive')
    if (kind !== 2) continue
    sampleId = id
    await step(await judge(ago), sample, id, 'judge', { verdict: sampleResults.good[0] })
  }
  const items = await context.db
    .selectFrom('dictionary_item')
    .select('id')
    .where('dictionary_code', '=', 125)
    .orderBy('sort')
    .limit(passed > 5 ? 4 : 3)
    .execute()
  let testId: string | null = null
  for (const { id: kind } of items) {
    const { id } = await create(context, rdTest, {
      businessOn: day(ago),
      sampleId,
      kind,
      lab: 'SGS 深圳',
      standard: 'EN 60335',
      cost: '1200.00',
    })
    if (testId !== null && kind === items.at(-1)?.id) continue
    await step(await judge(ago), rdTest, id, 'good', { finding: '报告各项在限值内' })
    testId ??= id
  }
  return { sampleId, testId }
}

/** Two loans: one is out beyond its day. */
async function lend({ it, day }: Cast, borrowerId: string) {
  const context = await it(20)
  const there = await context.db.selectFrom('sample').select('id').where('on_hand', '>', 1).orderBy('id').limit(2).execute()
  for (const [n, { id }] of there.entries())
    await create(context, sampleMove, {
      sampleId: id,
      day: day(20),
      kind: moveKinds.lend[0],
      quantity: 1,
      borrowerId,
      dueOn: day(n === 0 ? 6 : -10),
      note: '拍摄 A+ 图片',
    })
}

/** A product that is sold already is looked at as well. */
async function checkProduct({ judge }: Cast, it: Context, countries: readonly string[]): Promise<void> {
  const product = await it.db.selectFrom('product').select('id').orderBy('id').executeTakeFirst()
  if (product === undefined) return
  const { id } = await addRecord(it, infringementCheck, {
    businessOn: todayOf(it),
    productId: product.id,
    verdict: verdicts.low[0],
    kinds: [1],
    countries,
    databases: 'USPTO、EUIPO：品名近似商标',
    conclusion: '有近似商标，类别不同，风险低',
  })
  await step(it, infringementCheck, id, 'submit')
  await step(await judge(0), infringementCheck, id, 'audit')
}

/**
 * Five change orders of bills that hold: one released for next Monday, whose part is on order, and others being assessed, drafted, approved
 * and refused. Behind the bills and the purchases.
 */
export async function makeChanges({ now, as }: DemoPeople): Promise<void> {
  const [admin, it] = [await as('admin', now), await as('it', now)]
  const today = dayInZone(now.getTime(), homeZone)
  const resource = (table: string) => admin.house.registry.resources.get(table)
  const [bom, bomLine] = [resource('bom'), resource('bom_line')]
  const reason = await admin.db
    .selectFrom('dictionary_item')
    .select('id')
    .where('dictionary_code', '=', 126)
    .orderBy('sort')
    .executeTakeFirst()
  if (bom === undefined || bomLine === undefined || reason === undefined) return
  const found = (await listOf(admin, bom, { pageNum: 1, pageSize: 50, state: [2] })).list
  const held = found.filter(one => asText(one['validFrom']) <= today && one['validTo'] === null && one['kind'] !== split)
  const bills = [...held.filter(one => one['kind'] === bundle), ...held.filter(one => one['kind'] !== bundle)].slice(0, 5)
  const monday = addDays(today, 8 - weekday(today))
  for (const [n, bill] of bills.entries()) {
    const { list } = await listOf(admin, bomLine, { pageNum: 1, pageSize: 50, bomId: [bill.id] })
    const line = n === 0 ? ((await onOrder(admin, list)) ?? list[0]) : list[0]
    if (line === undefined) continue
    const { id } = await addRecord(it, changeOrder, {
      businessOn: today,
      name: ['用量按试产损耗上调', '改用量降本', '供应商换型号', '加固包装', '换成替代料'][n] ?? '',
      reasonId: reason.id,
      effectiveOn: monday,
      lines: { added: [{ action: 3, productId: bill['productId'], partId: line['partId'], per: multiply(asText(line['per']), '2') }] },
    })
    if (n === 2) continue
    await step(it, changeOrder, id, 'assess')
    if (n === 1) continue
    if (n === 4) {
      await step(admin, changeOrder, id, 'refuse', { reason: '替代料还没有通过测试' })
      continue
    }
    const effects = await it.db.selectFrom('change_effect').select('id').where('order_id', '=', id).execute()
    for (const effect of effects) await change(it, changeEffect, effect.id, { handling: 1 })
    await step(it, changeOrder, id, 'submit')
    if (n === 0) await step(admin, changeOrder, id, 'release')
  }
}

/** The line of a bill whose part was ordered and has not come. */
async function onOrder(admin: Context, lines: readonly Row[]): Promise<Row | undefined> {
  const resource = admin.house.registry.resources.get('purchase_order_line')
  if (resource === undefined) return undefined
  for (const line of lines) {
    const { list } = await listOf(admin, resource, { pageNum: 1, pageSize: 50, productId: [line['partId']] })
    if (list.some(one => Number(one['received']) < Number(one['quantity']))) return line
  }
  return undefined
}

/** Inspections as they go on: readings are judged when they are entered, the result follows from them, goods leave by it. */
import { sql } from 'kysely'
import { codesOf } from '#platform/declare/codes.ts'
import { sentence } from '#platform/declare/sentence.ts'
import type { Row } from '#platform/declare/wire.ts'
import { compare, isZero, multiply } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import { refuse, type Context, type Poster, type RowLock, type Tx } from '#platform/server/area.ts'
import { inServersName } from '#platform/server/database.ts'
import { setDerived, followerOf } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { areaOf, behind, enter, keyOf, refuseElsewhere, refuseForeign, takeBack, type GoodsLine } from '#areas/goods/index.ts'
import { judgeBatch, unjudgeBatch } from './batches.ts'
import { inspection, inspectionLine } from './inspection-tables.ts'
import { badIn, foundIn, judgeValue, resultOf, splitOf, type ItemWords, type Reading } from './judge.ts'
import { keepNewInspections, refuseSample } from './make.ts'
import { openNonconformity, refuseDecided } from './nonconformities.ts'
import { unitsOf } from './plans.ts'
import { itemKinds, movingStages } from './words.ts'

const docType = 'inspection'
export const inspectionStates = codesOf(inspection.fields.state.choices)
const states = inspectionStates
const server = (context: Context, tx: Tx): Promise<Context> => inServersName(context, tx, 'what follows from readings')

/** Readings stand once the inspection waits for a decision or is done. */
export const keepReadings: RowLock = async (_context, db) => {
  const settled = db
    .selectFrom('inspection')
    .select(sql<boolean>`inspection.state not in (${states.waiting}, ${states.working})`.as('held'))
    .where(sql<boolean>`inspection.id = inspection_line.inspection_id`)
  return [{ where: sql<boolean>`coalesce((${settled}), false)`, reason: sentence`检验单已完成检验，读数不能修改` }]
}

/** Each reading is judged by its limits; what is found is counted in its inspection. */
export const followReadings = followerOf(inspectionLine, async (context, tx, changes) => {
  const inside = await server(context, tx)
  const judged: { id: string; ok: number | null; bad: number }[] = []
  const ids = new Set<string>()
  for (const { id, before, after } of changes) {
    const row = after ?? before
    if (row === null) continue
    ids.add(asText(row['inspectionId']))
    if (after === null) continue
    const said = judgeValue(itemOf(after), after.value === null ? null : asText(after.value))
    if ('fault' in said) throw refuse.rule(said.fault)
    const ok = said.ok === null ? null : said.ok ? 1 : 2
    const bad = Math.max(Number(after.badQty ?? 0), said.ok === false ? 1 : 0)
    if ((after.ok ?? null) !== ok || after.bad !== bad) judged.push({ id, ok, bad })
  }
  await setDerived(inside, inspectionLine, judged)
  for (const id of ids) await count(inside, tx, id)
})
const textOf = (row: Row, name: string): string | null => (row[name] === null || row[name] === undefined ? null : asText(row[name]))
const itemOf = (row: Row): ItemWords => ({
  name: asText(row['name']),
  kind: Number(row['kind']),
  lower: textOf(row, 'lower'),
  upper: textOf(row, 'upper'),
  options: textOf(row, 'options'),
  goodOptions: textOf(row, 'goodOptions'),
})

/** as it was made: its plan may have changed since */
interface Head {
  readonly id: string
  readonly lot: string
  readonly badOut: string
  readonly sample: number
  readonly isAll: boolean
  readonly limits: Readonly<Record<'critical' | 'major' | 'minor', { readonly size: number; readonly ac: number; readonly re: number }>>
}
async function headOf(tx: Tx, id: string): Promise<Head | null> {
  const { rows } = await sql<
    Readonly<Record<string, unknown>>
  >`select i.lot_qty::text as lot, i.bad_out::text as bad, i.sample_qty as sample,
      letter, size_critical, ac_critical, size_major, ac_major, size_minor, ac_minor
    from inspection i where i.id = ${id}`.execute(behind(tx))
  const [row] = rows
  if (row === undefined) return null
  const limit = (name: string) => {
    const ac = Number(row[`ac_${name}`] ?? 0)
    return { size: Number(row[`size_${name}`] ?? 0), ac, re: ac + 1 }
  }
  const limits = { critical: limit('critical'), major: limit('major'), minor: limit('minor') }
  return {
    id,
    lot: asText(row['lot']),
    badOut: asText(row['bad']),
    sample: Number(row['sample'] ?? 0),
    // without a letter of the standard, and as many units as the lot has
    isAll: row['letter'] === null && limits.critical.size >= Number(unitsOf(asText(row['lot']))),
    limits,
  }
}

type Line = Reading & { readonly name: string; readonly kind: number; readonly value: string | null; readonly pictures: number }
async function linesOf(tx: Tx, id: string): Promise<readonly Line[]> {
  const { rows } = await sql<Omit<Line, 'ok'> & { readonly ok: number | null }>`select name, kind, level, sample_no as "sampleNo", value,
      bad_qty as "badQty", ok, coalesce(cardinality(photos), 0) as pictures
    from inspection_line where inspection_id = ${id} order by line_no`.execute(behind(tx))
  return rows.map(row => ({ ...row, ok: row.ok === null ? null : row.ok === 1 }))
}

async function count(inside: Context, tx: Tx, id: string): Promise<void> {
  const head = await headOf(tx, id)
  if (head === null) return
  const lines = await linesOf(tx, id)
  const beyond = lines.find(one => (one.sampleNo ?? 0) > head.sample)
  if (beyond !== undefined) throw refuse.rule(sentence`${beyond.name} 的样品号 ${beyond.sampleNo ?? 0} 超过样本量 ${head.sample}`)
  const { critical, major, minor } = foundIn(lines, head.limits)
  await setDerived(inside, inspection, [{ id, foundCritical: critical, foundMajor: major, foundMinor: minor }])
}

export const followInspections = followerOf(inspection, async (context, tx, changes) => {
  await keepNewInspections(context, tx, changes)
  for (const { id, before, after } of changes) {
    if (before === null || after === null) continue
    if (before.sampleQty !== after.sampleQty) keepSample(after)
    if (before.state === after.state) continue
    if (after.state === states.voided || after.state === states.reversed) await forgetDefects(context, tx, id)
    if (after.state === states.judged || after.state === states.closing) await refuseIncomplete(tx, id, asText(after.lotQty))
    if (after.state === states.closing) await conclude(context, tx, after, before.state === states.judged)
  }
})

/** The plan's own number is the largest of its samples. */
const keepSample = (row: Row): number => {
  const planned = Math.max(...['sizeCritical', 'sizeMajor', 'sizeMinor'].map(name => Number(row[name] ?? 0)))
  return refuseSample(Number(row['sampleQty'] ?? 0), planned, asText(row['lotQty']))
}

/** What an inspection found that does not hold is in no figures. */
async function forgetDefects(context: Context, tx: Tx, id: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id::text from inspection_line where inspection_id = ${id} and bad > 0`.execute(
    behind(tx),
  )
  await setDerived(
    await server(context, tx),
    inspectionLine,
    rows.map(one => ({ id: one.id, bad: 0 })),
  )
}

/** Every item of the plan has been looked at. */
async function refuseIncomplete(tx: Tx, id: string, lot: string): Promise<void> {
  const lines = await linesOf(tx, id)
  const many = lines.find(one => one.badQty > Number(unitsOf(lot)))
  if (many !== undefined) throw refuse.rule(sentence`${many.name} 的不良数 ${many.badQty} 超过批量 ${lot}`)
  const open = lines.filter(({ kind, value, pictures }) => (kind === itemKinds.photo[0] ? pictures === 0 : (value ?? '').trim() === ''))
  const [first] = open
  if (first !== undefined) throw refuse.rule(sentence`还有 ${open.length} 项没有记录，先填写“${first.name}”`)
}

/** the most that its column holds: of 100 million units and more */
const millionsMax = '99999999999999.999999'

/** The result that the readings give, or that was asked for and agreed to; what becomes of the lot follows from it. */
async function conclude(context: Context, tx: Tx, row: Row, isDecided: boolean): Promise<void> {
  const head = await headOf(tx, row.id)
  if (head === null) return
  const lines = await linesOf(tx, row.id)
  const read = head.isAll && !isDecided ? String(badIn(lines)) : '0'
  const units = compare(read, head.lot) > 0 ? head.lot : read
  const bad = compare(units, head.badOut) > 0 ? units : head.badOut
  const lot = { quantity: head.lot, bad, isAll: head.isAll }
  const result = isDecided ? Number(row['wished']) : resultOf(foundIn(lines, head.limits), head.limits, lot)
  const split = splitOf(result, head.lot, bad)
  if (split === null) throw refuse.rule(sentence`挑出数 ${head.badOut} 与批量 ${head.lot} 不符，请修改挑出数`)
  const millions = multiply(split.rejectedQty, '1000000')
  await setDerived(await server(context, tx), inspection, [
    {
      id: row.id,
      result,
      ...split,
      lots: 1,
      goodLots: compare(split.rejectedQty, head.lot) < 0 ? 1 : 0,
      badMillions: compare(millions, millionsMax) > 0 ? millionsMax : millions,
    },
  ])
}

/** Out of the area of inspection: what is good or conceded to where it is put away, what is not among the defective goods. */
export const postInspection: Poster = async (context, tx, { id, day, reverses }) => {
  const { rows } = await sql<Row>`select * from (select id::text, no, stage, product_id::text as "productId",
      warehouse_id::text as "warehouseId", batch_id::text as "batchId", label_id::text as "labelId", from_id::text as "fromId",
      to_id::text as "toId", supplier_id::text as "supplierId", inspector_id::text as "inspectorId", accepted_qty::text as "acceptedQty",
      rejected_qty::text as "rejectedQty", conceded_qty::text as "concededQty", lot_qty::text as "lotQty", result
    from inspection where id = ${id}) x`.execute(behind(tx))
  const [row] = rows
  if (row === undefined) return
  const warehouseId = asText(row['warehouseId'])
  await refuseForeign(context, tx, warehouseId)
  const inside = await server(context, tx)
  const moves = movingStages.includes(Number(row['stage']))
  const entering = { docType, id, row, day, key: keyOf(docType, id) }
  if (reverses) {
    await refuseDecided(inside, tx, id)
    if (moves) await takeBack(inside, tx, entering)
    if (moves) await unjudgeBatch(inside, tx, row)
    await setDerived(inside, inspection, [{ id, lots: null, goodLots: null, badMillions: null }])
    return
  }
  const stays = (quantity: unknown) => isZero(asText(quantity))
  if (moves) {
    const of = { productId: asText(row['productId']), batchId: textOf(row, 'batchId'), labelId: textOf(row, 'labelId') }
    const from = asText(row['fromId'])
    const to = textOf(row, 'toId') ?? (await areaOf(inside, tx, warehouseId, 'receiving'))
    await refuseElsewhere(tx, warehouseId, [to])
    await judgeBatch(inside, textOf(row, 'batchId'), compare(asText(row['rejectedQty']), asText(row['lotQty'])) < 0)
    const lines: GoodsLine[] = []
    for (const quantity of [row['acceptedQty'], row['concededQty']])
      if (!stays(quantity)) lines.push({ ...of, quantity: asText(quantity), from, to, reason: 'inspected' })
    if (!stays(row['rejectedQty'])) {
      const defective = await areaOf(inside, tx, warehouseId, 'defective')
      lines.push({ ...of, quantity: asText(row['rejectedQty']), from, to: defective, reason: 'inspected' })
    }
    await enter(inside, tx, entering, lines)
  }
  if (!stays(row['rejectedQty'])) await openNonconformity(inside, row, day)
}

/** Inspections of a receipt that is taken back are void; one that is done is taken back first. */
export async function forgetReceipt(context: Context, tx: Tx, posting: Row): Promise<void> {
  const { rows } = await sql<{ id: string; no: string; state: number }>`select id::text, no, state from inspection
    where source_type = ${posting['docType']} and source_id = ${posting['docId']} and state not in (${states.reversed}, ${states.voided})
    order by id`.execute(behind(tx))
  const done = rows.find(one => one.state === states.done)
  if (done !== undefined) throw refuse.rule(sentence`货物已检验（${done.no}），请先冲销检验单`)
  if (rows.length > 0)
    await takeSteps(await server(context, tx), inspection, {
      ids: rows.map(({ id }) => ({ id })),
      pick: { step: 'gone' },
      input: {},
      byProgram: true,
    })
}

/**
 * 追溯: where a batch came from (receipts, suppliers, inspections, what it was made of) and where it went (what was made of it, boxes,
 * shipments, shops, what is still here), and 冻结 of all that is still here. It tells of all warehouses and shops: a right of its own.
 */
import { Object as O } from 'typebox'
import { needs, operations } from '#platform/declare/operations.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { sum } from '#platform/format/decimal.ts'
import { asText } from '#platform/format/text.ts'
import { act, call, Id, may, refuse, type Context, type RouteMap } from '#platform/server/area.ts'
import { changeEach, oneRecord } from '#platform/server/records.ts'
import { batchStatus, goodsBatch, moveReasons } from '#areas/goods/index.ts'
import { namesOf, type Names } from './names.ts'
import { flowsOf, shipsBundles, stillHere, walk, type Flow, type Here, type Link, type Walk } from './read.ts'
import type { Traced, TraceRow } from './wire.ts'

/** see all of it, and freeze it */
export const traceRight = { operation: 106, title: ['追溯和冻结批次', 'Trace and freeze batches'] } as const
const reasons = new Map<number, readonly [string, string]>(Object.values(moveReasons).map(([code, zh, en]) => [code, [zh, en]]))
const left: readonly number[] = [moveReasons.sold, moveReasons.accepted, moveReasons.returnedToSupplier].map(([code]) => code)

interface Found {
  readonly names: Names
  readonly flows: ReadonlyMap<string, readonly Flow[]>
  readonly here: ReadonlyMap<string, readonly Here[]>
  readonly say: (title: readonly [string, string]) => string
}

export const traceRoutes: RouteMap = {
  'POST /goodsBatch/trace': {
    ...call(
      { demand: needs('goodsBatch', operations.view), summary: '批次追溯', input: O({ id: Id() }), write: false },
      (context, { input }) => trace(context, input.id),
    ),
    further: [traceRight],
  },
  'POST /goodsBatch/freeze': act(
    goodsBatch,
    {
      name: 'freeze',
      title: ['全部冻结', 'Freeze all'],
      over: 'row',
      operation: traceRight.operation,
      confirm: [
        '冻结这一批和用它做成的所有批次？还在仓库的都不能再发出，已发出的见“去向”',
        'Freeze this batch and all that was made of it? What is here stays here',
      ],
    },
    async (context, { input }) => freeze(context, input['id']),
  ),
}

/** null: not for the caller */
async function trace(context: Context, id: string): Promise<Traced | null> {
  const row = await oneRecord(context, goodsBatch, id)
  if (!may(context.caller, 'goodsBatch', traceRight.operation)) return null
  const { orgId } = context.caller
  const [back, forward] = [await walk(context.db, orgId, row.id, 'back'), await walk(context.db, orgId, row.id, 'forward')]
  const batches = [...new Set([...back.batches, ...forward.batches])]
  const [flows, here] = [await flowsOf(context.db, orgId, batches), await stillHere(context.db, orgId, forward.batches)]
  const names = await namesOf(context, { batches, flows, here, links: [...back.links, ...forward.links] })
  const say = ([zh, en]: readonly [string, string]): string => (context.language === 'en' ? en : zh)
  const found = { names, flows: Map.groupBy(flows, one => one.batchId), here: Map.groupBy(here, one => one.batchId), say }
  const own = here.filter(one => one.batchId === row.id)
  return {
    unit: names.batches.get(row.id)?.unit ?? '',
    back: treeOf(back, row.id, found, 'back'),
    forward: treeOf(forward, row.id, found, 'forward'),
    gone: goneOf(forward, found),
    here: sum(own.map(one => one.quantity)),
    out: sum((found.flows.get(row.id) ?? []).filter(one => !one.isIn).map(one => one.quantity)),
    toFreeze: freezable(here, names).length,
    isCut: back.isCut || forward.isCut,
  }
}

/** A batch with what it came of or went into; one that was shown before is named alone. */
function treeOf({ links }: Walk, start: string, found: Found, way: 'back' | 'forward'): readonly TraceRow[] {
  const isBack = way === 'back'
  const ofBatch = Map.groupBy(links, one => (isBack ? one.toBatch : one.fromBatch) ?? '')
  const shown = new Set<string>()
  const below = (id: string, key: string): readonly TraceRow[] => {
    if (shown.has(id)) return []
    shown.add(id)
    const flows = (found.flows.get(id) ?? []).filter(one => one.isIn === isBack)
    const documents = Map.groupBy(ofBatch.get(id) ?? [], one => `${one.docType} ${one.docId}`)
    return [
      ...(isBack ? (found.names.inspections.get(id) ?? []).map((one, at) => ({ ...one, key: `${key}-i${at}` })) : hereOf(id, key, found)),
      ...flows.map((one, at) => flowRow(one, `${key}-f${at}`, found)),
      ...[...documents.values()].map((of, at) => documentRow(of, `${key}-d${at}`)),
    ]
  }
  const documentRow = (of: readonly Link[], key: string): TraceRow => {
    const [first] = of as readonly [Link, ...Link[]]
    return {
      ...blank,
      key,
      ...found.names.documentOf(first.docType, first.docId, first.docNo),
      note: found.say(isBack ? ['由以下物料做成', 'Made of'] : ['用来做成', 'Went into']),
      quantity: isBack ? first.made : first.used,
      day: first.day,
      children: of.map((one, at) => other(one, `${key}-${at}`)),
    }
  }
  const other = (one: Link, key: string): TraceRow => {
    const [productId, batchId, quantity] = isBack ? [one.fromProduct, one.fromBatch, one.used] : [one.toProduct, one.toBatch, one.made]
    const again = batchId !== null && shown.has(batchId)
    const children = batchId === null ? [] : below(batchId, key)
    return {
      ...blank,
      ...found.names.nameOf(productId, batchId),
      key,
      quantity,
      ...(batchId === null ? { note: found.say(['不按批次管控，到此为止', 'Not kept by batch: it ends here']) } : {}),
      ...(again ? { note: found.say(['见上', 'As above']) } : {}),
      ...(children.length === 0 ? {} : { children }),
    }
  }
  return below(start, '0')
}
const blank = { note: '', quantity: '', day: '', status: '', list: null, id: null } as const

function flowRow(one: Flow, key: string, { names, say }: Found): TraceRow {
  const boxes = one.isIn ? [] : names.boxesOf(one.docType, one.docId, one.batchId)
  return {
    ...blank,
    key,
    ...names.documentOf(one.docType, one.docId, one.docNo),
    note: [say(reasons.get(one.reason) ?? ['', '']), names.partyOf(one)].filter(part => part !== '').join(' · '),
    quantity: one.quantity,
    day: one.day,
    ...boxRows(boxes, key),
  }
}
const boxRows = (boxes: ReturnType<Names['boxesOf']>, key: string): Pick<TraceRow, 'children'> =>
  boxes.length === 0 ? {} : { children: boxes.map((box, at) => ({ ...blank, ...box, key: `${key}-b${at}` })) }

const hereOf = (id: string, key: string, { here, names, say }: Found): readonly TraceRow[] =>
  (here.get(id) ?? []).map((one, at) => ({
    ...blank,
    key: `${key}-h${at}`,
    ...(one.docType === null ? { name: `${one.warehouse} ${one.location}` } : names.documentOf(one.docType, one.docId ?? '', null)),
    note: one.docType === null ? say(['还在这里', 'Still here']) : say(['在途或在制', 'On its way or in production']),
    quantity: one.quantity,
    ...boxRows(names.boxesOf(one.docType ?? '', one.docId ?? '', id), `${key}-h${at}`),
  }))

/** To whom it went, whatever it had become; in a bundle that the shipment put together, too. */
const goneOf = ({ batches, links }: Walk, found: Found): readonly TraceRow[] => {
  const bundled = Map.groupBy(
    links.filter(one => one.docType === shipsBundles),
    one => one.fromBatch ?? '',
  )
  return batches.flatMap(id => {
    const name = found.names.batches.get(id)?.name ?? ''
    const flows = (found.flows.get(id) ?? [])
      .filter(one => !one.isIn && left.includes(one.reason))
      .map((one, at) => {
        const { note, ...row } = flowRow(one, `g${id}-${at}`, found)
        return { ...row, note: [name, note].join(' · ') }
      })
    return [...flows, ...(bundled.get(id) ?? []).map((one, at) => bundleRow(one, name, `g${id}-s${at}`, found))]
  })
}
function bundleRow(one: Link, name: string, key: string, { names }: Found): TraceRow {
  const bundle = names.nameOf(one.toProduct, one.toBatch).name
  const party = names.partyOf({ ...one, shopId: null })
  return {
    ...blank,
    key,
    ...names.documentOf(one.docType, one.docId, one.docNo),
    note: [name, bundle, party].filter(part => part !== '').join(' · '),
    quantity: one.used,
    day: one.day,
  }
}

const freezable = (here: readonly Here[], names: Names): readonly string[] =>
  [...new Set(here.map(one => one.batchId))].filter(id => (names.batches.get(id)?.code ?? 0) < batchStatus.frozen[0])

/** The batch and those that were made of it, as far as any of it is here; who ships them is refused from now on. */
const freeze = (caller: Context, given: unknown): Promise<{ id: string }> =>
  caller.write(async (tx, context) => {
    const { id } = await oneRecord(context, goodsBatch, given)
    const { batches, isCut } = await walk(tx, context.caller.orgId, id, 'forward')
    if (isCut) throw refuse.rule(sentence`用这一批做成的批次太多，请逐批冻结`)
    const here = await stillHere(tx, context.caller.orgId, batches)
    const names = await namesOf(context, { batches, flows: [], here, links: [] })
    const ids = freezable(here, names)
    if (ids.length === 0) throw refuse.rule(sentence`没有可冻结的：仓库里已没有这一批和用它做成的批次，或都已冻结`)
    await changeEach(context, goodsBatch, ids.toSorted(byId), { status: batchStatus.frozen[0] }, { verb: 'update' })
    return { id: asText(id) }
  })
const byId = (a: string, b: string): number => Number(a) - Number(b)

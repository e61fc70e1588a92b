/** 生成波次: documents that are held are picked together, so many in a wave; a large one is picked alone. */
import { sql } from 'kysely'
import { operations } from '#platform/declare/operations.ts'
import { sentence } from '#platform/declare/sentence.ts'
import { asText } from '#platform/format/text.ts'
import { act, refuse, type Context, type Route } from '#platform/server/area.ts'
import { create, setDerived } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { goodsOut } from '../documents/out-tables.ts'
import { areaOf, behind, refuseForeign } from '../documents/places.ts'
import { outboundStates } from '../documents/words.ts'
import { makePick, server, worksByTask } from './make-tasks.ts'
import { goodsWave } from './task-tables.ts'

const limits = { documents: 40, lines: 200, alone: 60 }

export interface ToWave {
  readonly id: string
  readonly warehouseId: string
  readonly lines: number
  readonly dueOn: string | null
  readonly priority: number
}

/** Documents in their order, as waves of one warehouse; those of one document go without a wave. Pure. */
export function wavesOf<D extends ToWave>(
  documents: readonly D[],
): { readonly waves: readonly (readonly D[])[]; readonly alone: readonly D[] } {
  const waves: D[][] = []
  const alone: D[] = []
  for (const one of documents) {
    if (one.lines > limits.alone) {
      alone.push(one)
      continue
    }
    const last = waves.at(-1)
    const lines = last?.reduce((all, { lines: some }) => all + some, one.lines) ?? 0
    const isFull = last === undefined || last.length >= limits.documents || lines > limits.lines || last[0]?.warehouseId !== one.warehouseId
    if (isFull) waves.push([one])
    else last.push(one)
  }
  return { waves, alone }
}

export const makeWaves = (context: Context, ids: readonly string[]) =>
  context.write(async (tx, inside) => {
    const { rows } = await sql<ToWave>`select d.id::text, d.warehouse_id::text as "warehouseId", d.due_on::text as "dueOn", d.priority,
        (select count(*)::int from goods_out_line l where l.out_id = d.id) as lines
      from goods_out d where d.org_id = ${inside.caller.orgId} and d.id = any(${[...ids]}::bigint[]) and d.state = ${outboundStates.held[0]}
        and d.kind <> 4
      order by d.warehouse_id, d.priority desc, d.due_on nulls last, d.no for update`.execute(behind(tx))
    if (rows.length === 0) throw refuse.rule(sentence`请选择已配货的出库单`)
    for (const warehouseId of new Set(rows.map(one => one.warehouseId))) {
      await refuseForeign(inside, tx, warehouseId)
      if (!(await worksByTask(tx, warehouseId))) throw refuse.rule(sentence`仓库没有打开“按作业管理”，不能生成波次`)
    }
    const { waves, alone } = wavesOf(rows)
    const boss = await server(inside, tx)
    const made: { no: string; id: string; documents: readonly ToWave[] }[] = []
    for (const documents of waves) {
      const [first] = documents
      const lineCount = documents.reduce((all, { lines }) => all + lines, 0)
      const wave = await create(boss, goodsWave, { warehouseId: first?.warehouseId, documents: documents.length, lineCount })
      made.push({ id: wave.id, no: asText(wave['no']), documents })
    }
    await setDerived(
      boss,
      goodsOut,
      made.flatMap(({ id: waveId, documents }) => documents.map(({ id }) => ({ id, waveId }))),
    )
    await takeSteps(inside, goodsOut, { ids: rows.map(({ id }) => ({ id })), pick: { step: 'release' }, input: {} })
    const stages = new Map<string, string>()
    for (const { id, no, documents } of made) {
      const warehouseId = documents[0]?.warehouseId ?? ''
      const stage = stages.get(warehouseId) ?? (await areaOf(boss, tx, warehouseId, 'staging'))
      stages.set(warehouseId, stage)
      const dueOn = documents.map(one => one.dueOn ?? '9999').toSorted()[0]
      await makePick(boss, tx, { docType: goodsWave.table, docId: id, docNo: no, warehouseId }, stage, {
        waveId: id,
        dueOn: dueOn === '9999' ? null : (dueOn ?? null),
        priority: Math.max(...documents.map(one => one.priority)),
      })
    }
    return { waves: made.length, alone: alone.length, documents: rows.length }
  })

const rowId = /^\d{1,18}$/
export const waveRoute: Route = act(
  goodsOut,
  {
    name: 'wave',
    title: ['生成波次', 'Make waves'],
    over: 'rows',
    operation: operations.edit,
    when: { state: [outboundStates.held[0]] },
    reason: ['只有已配货的出库单可以生成波次', 'Waves are made of allocated issues'],
  },
  async (context, { input }) => {
    const ids = [...((input['ids'] as readonly string[] | undefined) ?? [asText(input['id'])])].map(String)
    if (!ids.every(id => rowId.test(id))) throw refuse.unknown(goodsOut.title)
    const { documents } = await makeWaves(context, ids)
    return { total: ids.length, changed: documents, unchanged: ids.length - documents, refused: [], reasons: [], batchId: null }
  },
)

/**
 * A step, whichever call asks for it: the rows are locked, then state, version, person, guards and input are judged as they are now, then
 * the one writer moves them with one entry of the trail each. Of two who take it at once the row lock decides; the later one is told who
 * was first.
 */
import { inChinese, sentence, type Wording } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import type { Machine } from '#platform/declare/states.ts'
import type { BatchResult, Row } from '#platform/declare/wire.ts'
import type { Context } from '../contract/context.ts'
import { anyTable } from '../db/any-table.ts'
import type { AnyDb } from '../contract/database.ts'
import type { Tx } from '../contract/database.ts'
import { batchAnswer, Reasons } from '../records/refused-rows.ts'
import { refuse, Refusal } from '../calls/refusal.ts'
import { keyOfRowId, primaryColumns, rowId } from '../lists/columns.ts'
import { byKeys } from '../lists/keys.ts'
import { hasVersion } from '../lists/query.ts'
import { rowsByKeys } from '../lists/read-rows.ts'
import type { Lock } from '../contract/record-hooks.ts'
import { staleVersion } from '../records/change.ts'
import { drawnDocument } from '../records/refuse-drawn.ts'
import { lockOf, locksOf } from '../records/locks.ts'
import { failingFunction, failingGuard, askerOf, mayTake, steppingOf } from '../states/who.ts'
import { codeGiven, isSingle, machineOf, stateOfCode, statesOf, stepsFrom, type NamedStep, type State } from '../states/machine.ts'
import { movesOf, type Move } from './moves.ts'
import { lacksStep, leadsElsewhere, movedMeanwhile, notEntitled } from './refuse-step.ts'
import { holdSteps } from './hold-steps.ts'
import { moveRows, type Moving } from './move-rows.ts'
import type { StepAsk } from './step-ask.ts'

/** Records that step at once. */
export const stepRowsMax = 10_000

/** A row as it is under its lock. */
interface Held {
  readonly id: string
  readonly key: readonly string[]
  readonly version: number | undefined
  readonly state: State
  readonly locked: Wording | null
  /** by step: whether he may, and the first guard that does not hold */
  readonly may: ReadonlyMap<string, { readonly isHis: boolean; readonly guard: number | null }>
}

interface Work {
  readonly context: Context
  readonly tx: Tx
  readonly r: Resource
  readonly m: Machine
  readonly ask: StepAsk
  readonly locks: readonly Lock[]
  /** the last move of each of the rows, read when the first refusal asks for it */
  readonly lastMove: (id: string) => Promise<Move | undefined>
}

/** All of the records take the step, or none: the first refusal is thrown. Answers them as the list shows them, in the order asked. */
export async function takeSteps(context: Context, r: Resource, ask: StepAsk): Promise<readonly Row[]> {
  return context.write(async (tx, inside) => {
    const { moving, refused } = await judged(inside, tx, r, ask)
    const [first] = refused
    if (first !== undefined) throw first.refusal
    const { now, held } = await holdSteps(inside, tx, r, moving, ask)
    const moved = [...(await moveRows(inside, tx, r, now, ask)), ...(await goOn(inside, tx, r, now))]
    const rows = new Map([...moved, ...held].map(row => [row.id, row]))
    return idsOf(ask).flatMap(({ id }) => rows.get(id) ?? [])
  })
}

/** Each of the records for itself, as a batch: those that can't take the step stay and are named with the reason. */
export async function takeStepsEach(context: Context, r: Resource, ask: StepAsk, isPreview = false): Promise<BatchResult> {
  return context.write(async (tx, inside) => {
    const { moving, refused } = await judged(inside, tx, r, ask)
    if (!isPreview) {
      const { now } = await holdSteps(inside, tx, r, moving, ask)
      await moveRows(inside, tx, r, now, ask)
      await goOn(inside, tx, r, now)
    }
    const reasons = new Reasons()
    for (const { refusal } of refused) reasons.add(refusal.wording, 1)
    return batchAnswer(context, {
      total: moving.length + refused.length,
      changed: moving.length,
      unchanged: 0,
      refused: refused.map(({ id, refusal }) => ({ id, reason: refusal.wording })),
      reasons: reasons.list(),
      batchId: null,
    })
  })
}

/**
 * What was approved, or needs no approval because no flow asks for it, does not stay in a state that waits: the program takes it
 * on, and where nobody was asked the trail says so. Answers those rows as they are then.
 */
async function goOn(context: Context, tx: Tx, r: Resource, moved: readonly Moving[]): Promise<readonly Row[]> {
  const { states } = machineOf(r)
  const note = inChinese(sentence`无需审批，视为同意`)
  const rows: Row[] = []
  for (const [step, some] of Map.groupBy(moved, one => states[one.step.to]?.pendingApproval)) {
    if (typeof step !== 'string') continue
    const ids = some.map(({ id }) => ({ id }))
    const why = context.approved === undefined ? { note } : {}
    rows.push(...(await takeSteps(context, r, { ids, pick: { step }, input: {}, byProgram: true, ...why })))
  }
  return rows
}

const idsOf = ({ ids }: StepAsk): StepAsk['ids'] => [...new Map(ids.map(one => [one.id, one])).values()]

interface Judgement {
  readonly moving: readonly Moving[]
  readonly refused: readonly { readonly id: string; readonly refusal: Refusal }[]
}

async function judged(context: Context, tx: Tx, r: Resource, ask: StepAsk): Promise<Judgement> {
  const ids = idsOf(ask)
  if (ids.length === 0) throw refuse.invalid([{ field: 'ids', message: sentence`请先选择数据` }])
  if (ids.length > stepRowsMax)
    throw refuse.invalid([{ field: 'ids', message: sentence`一次最多处理 ${stepRowsMax} 行，现有 ${ids.length} 行，请缩小范围` }])
  const m = machineOf(r)
  const db = anyTable(tx)
  const locks = await locksOf(context, db, r, ask.hooks ?? {}, { isRemoval: false })
  let moves: ReturnType<typeof movesOf> | undefined
  const lastMove = async (id: string): Promise<Move | undefined> => {
    moves ??= movesOf(
      context,
      r,
      m,
      ids.map(one => one.id),
      { last: true },
    )
    return (await moves).get(id)?.at(-1)
  }
  const work: Work = { context, tx, r, m, ask, locks, lastMove }
  const keys = ids.flatMap(({ id }) => {
    const key = keyOfRowId(r, id)
    return key === null ? [] : [key]
  })
  const held = await lockRows(work, db, keys)
  const rows = new Map(
    (
      await rowsByKeys(
        context,
        db,
        r,
        [...held.values()].map(one => one.key),
      )
    ).map(row => [row.id, row]),
  )
  const moving: Moving[] = []
  const refused: { id: string; refusal: Refusal }[] = []
  for (const asked of ids) {
    const [one, row] = [held.get(asked.id), rows.get(asked.id)]
    const verdict = one === undefined || row === undefined ? refuse.unknown(r.title) : await judge(work, one, row, asked.version)
    if (verdict instanceof Refusal) refused.push({ id: asked.id, refusal: verdict })
    else moving.push(verdict)
  }
  const [first] = moving
  if (moving.length > 1 && first !== undefined && isSingle(r, first.step))
    throw refuse.rule(sentence`“${first.step.title}”要带附件，一次只能处理一条`)
  return { moving, refused }
}

/** The rows, locked in the order of their key, with what is said of each step that the call may mean. */
async function lockRows(
  { context, r, m, ask, locks }: Work,
  db: AnyDb,
  keys: readonly (readonly string[])[],
): Promise<ReadonlyMap<string, Held>> {
  const meant = meantSteps(r, m, ask)
  const asker = await askerOf(context, db, r)
  const columns = primaryColumns(r)
  const column = (name: string) => sql.ref(`${r.table}.${name}`)
  let query = db
    .selectFrom(r.table)
    .select(columns.map((c, i) => sql<unknown>`${column(c)}`.as(`key_${i}`)))
    .select((hasVersion(r) ? sql<number | null>`${column('version')}` : sql<number | null>`null::integer`).as('version'))
    .select([sql<number>`${column(columnOf(m.field))}`.as('state'), lockOf(locks).as('lock_no')])
    .select(meant.flatMap(([, step], i) => [mayTake(asker, r, step).as(`his_${i}`), failingGuard(step, asker.isFlowOn).as(`guard_${i}`)]))
    .where(byKeys(r, keys))
  for (const c of columns) query = query.orderBy(column(c))
  const found = (await query.forUpdate().execute()) as Record<string, unknown>[]
  return new Map(
    found.map(row => {
      const key = columns.map((_, i) => row[`key_${i}`])
      const id = rowId(r, key)
      const may = meant.map(([name], i) => [name, { isHis: row[`his_${i}`] === true, guard: row[`guard_${i}`] as number | null }] as const)
      const held: Held = {
        id,
        key: key.map(String),
        version: (row['version'] as number | null) ?? undefined,
        state: stateOfCode(r, m, row['state']),
        locked: locks[(row['lock_no'] as number | null) ?? -1]?.reason ?? null,
        may: new Map(may),
      }
      return [id, held]
    }),
  )
}

/** Steps that the call may mean, whatever the states of the rows. */
function meantSteps(r: Resource, m: Machine, { pick }: StepAsk): readonly NamedStep[] {
  if ('step' in pick) {
    const step = m.steps[pick.step]
    if (step === undefined) throw new Error(`${r.table} has no step ${pick.step}`)
    return [[pick.step, step]]
  }
  const to = stateAsked(r, m, pick.to)
  return to === undefined ? [] : Object.entries(m.steps).filter(([, step]) => step.to === to.name)
}

const stateAsked = (r: Resource, m: Machine, code: unknown): State | undefined =>
  statesOf(r, m).find(state => state.code === codeGiven(code))

/** What becomes of one row: the step it takes, or why not. A stale version goes before all else. */
async function judge(work: Work, held: Held, row: Row, seen: number | undefined): Promise<Moving | Refusal> {
  const { context, tx, r, m, ask } = work
  const { id, key, state, version, locked } = held
  if (seen !== undefined && version !== undefined && seen !== version) {
    const last = await work.lastMove(id)
    if (last !== undefined && (last.version ?? 0) > seen) return movedMeanwhile(context, r, state, last, row)
    return ask.ids.length > 1 ? refuse.conflict(sentence`已被修改，请刷新后再改`) : staleVersion(context, tx, r, row)
  }
  const candidates = stepsFrom(m, state.name).filter(([name]) => held.may.has(name))
  const his = candidates.filter(([name]) => ask.byProgram === true || held.may.get(name)?.isHis === true)
  // of several that lead there, the one that nothing holds back
  const reasonOf = ([name, step]: NamedStep) => {
    const guard = held.may.get(name)?.guard ?? null
    return guard === null ? failingFunction(step, steppingOf(context, row)) : (step.guards?.[guard]?.reason ?? null)
  }
  const named = his.find(one => reasonOf(one) === null) ?? his[0]
  if (named === undefined) return refuseAll(work, state, candidates, await work.lastMove(id))
  if (locked !== null) return refuse.rule(locked)
  const [name, step] = named
  const reason = reasonOf(named)
  if (reason !== null) return refuse.rule(reason)
  const drawn = step.undrawn === true ? await drawnDocument(context, tx, r, id, by => sentence`已被${by}取用，不能“${step.title}”`) : null
  return drawn ?? { id, key, row, name, step, state }
}

/** None of the steps is open: the state lacks it (1002), or he is not the one who may (1003). */
function refuseAll({ context, r, m, ask }: Work, state: State, candidates: readonly NamedStep[], last: Move | undefined): Refusal {
  const [other] = candidates
  if (other !== undefined) return refuse.forbidden(notEntitled(r, other[1]))
  const { pick } = ask
  if ('to' in pick) return refuse.rule(leadsElsewhere(context, r, state, last, stateAsked(r, m, pick.to)))
  const step = m.steps[pick.step]
  if (step === undefined) throw new Error(`${r.table} has no step ${pick.step}`)
  return refuse.rule(lacksStep(context, r, state, last, step))
}

/** A flow tried with a real record before it is published: who would be asked, when and why. Nothing is written. */
import { ownValue } from '#platform/declare/own-value.ts'
import type { FlowCondition, FlowDefinition, FlowEdge } from '#platform/declare/flow.ts'
import { edgesFrom, nodeOf, startId, stepOf } from '#platform/format/flow-graph.ts'
import { Refusal, type Context, refuse } from '#platform/server/area.ts'
import { listed, sentence, type Wording } from '#platform/declare/sentence.ts'
import type { SimulatedStep, Simulation } from '#platform/declare/wire-approval.ts'
import { workClockOf } from '#platform/server/jobs.ts'
import { oneRecord } from '#platform/server/records.ts'
import { conditionsHold, type Facts } from './engine/conditions.ts'
import { waysFrom } from './engine/run.ts'
import { fresh, type EngineState } from './engine/state.ts'
import { decide } from './act.ts'
import { factsOf, labelIn, resourceOf, titleIn, type Instance } from './load.ts'
import { Organisation, standInsOf } from './people.ts'

export interface SimulateAsk {
  readonly formCode: string
  readonly definition: FlowDefinition
  readonly keyValue: string
  readonly matter?: string
  readonly applicantId?: string
}

const minute = 60
/** answers that a run through takes at most: more is a flow that does not end */
const answersMax = 2_000

export async function simulate(context: Context, ask: SimulateAsk): Promise<Simulation> {
  return context.write(async (tx, inside) => {
    const r = resourceOf(inside, ask.formCode)
    const row = await oneRecord(inside, r, ask.keyValue)
    const [firstMatter = ''] = Object.keys(r.approval?.triggers ?? {})
    const matter = ask.matter ?? firstMatter
    const applicantId = ask.applicantId ?? inside.caller.employeeId
    if (applicantId === null) throw refuse.invalid([{ field: 'applicantId', message: sentence`请选择申请人` }])
    const organisation = new Organisation(inside, tx)
    const person = (await organisation.people([applicantId])).get(applicantId)
    if (person === undefined) throw refuse.invalid([{ field: 'applicantId', message: sentence`申请人不存在` }])
    const facts = factsOf(row, matter, applicantId, person.deptId)
    const flow = ask.definition
    const title = titleIn(r, matter, labelIn(r, row))[inside.language === 'en' ? 1 : 0]
    if (!conditionsHold(facts, flow.needed)) return { isNeeded: 0, title, steps: [], skipped: namesOfSteps(flow), way: [], fault: null }
    const instance = { flow, applicantId, resource: r, engine: fresh } as Instance
    const tried = await runThrough(inside, instance, facts, organisation)
    const steps: SimulatedStep[] = []
    for (const one of tried.steps) {
      const known = await organisation.people(one.people)
      const standIns = await standInsOf(inside, tx, one.people)
      const away = await organisation.people([...standIns.values()].flat())
      steps.push({
        processId: one.node,
        processName: stepOf(flow, one.node)?.name ?? one.node,
        order: one.order,
        approvers: one.people.map(id => ({
          id,
          name: known.get(id)?.name ?? id,
          standIns: (standIns.get(id) ?? []).map(other => away.get(other)?.name ?? other),
        })),
        isAuto: one.isAuto ? 1 : 0,
        arrivesAt: one.arrivesAt,
        dueAt: one.dueAt,
        why: whyOf(inside, flow, r, one.node, facts),
      })
    }
    const reached = new Set(tried.steps.map(one => one.node))
    const skipped = flow.nodes.flatMap(node => (node.kind === 'step' && !reached.has(node.id) ? [node.name] : []))
    const way = wayOf(flow, reached, facts)
    return { isNeeded: 1, title, steps, skipped, way, fault: tried.fault === null ? null : inWords(inside, tried.fault) }
  })
}

/** The edges behind every step that is asked, and behind the points in between. */
function wayOf(flow: FlowDefinition, reached: ReadonlySet<string>, facts: Facts): number[] {
  const holds = (when: readonly unknown[] | undefined): boolean => conditionsHold(facts, when as FlowEdge['when'])
  const way = new Set<number>()
  const seen = new Set<string>()
  const open: string[] = [startId]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id) || (stepOf(flow, id) !== undefined && !reached.has(id))) continue
    seen.add(id)
    const ways = waysFrom(flow, id, { holds })
    for (const to of stepOf(flow, id)?.leave === 'choose' ? ways.slice(0, 1) : ways) {
      way.add(flow.edges.findIndex(edge => edge.from === id && edge.to === to && holds(edge.when)))
      open.push(to)
    }
  }
  return [...way].toSorted((one, two) => one - two)
}

const namesOfSteps = (flow: FlowDefinition): string[] => flow.nodes.flatMap(node => (node.kind === 'step' ? [node.name] : []))
const inWords = ({ house, language }: Context, part: Wording): string => house.registry.inWords(part, language)

interface Reached {
  readonly node: string
  readonly order: number
  readonly people: readonly string[]
  readonly isAuto: boolean
  readonly arrivesAt: string
  readonly dueAt: string | null
}

/** Everybody agrees, each at the end of his time limit. */
async function runThrough(context: Context, instance: Instance, facts: Facts, organisation: Organisation) {
  const clock = await workClockOf(context)
  const steps: Reached[] = []
  let now = context.now().getTime()
  let order = 0
  const note = (effects: Awaited<ReturnType<typeof decide>>['effects']): void => {
    const opened = effects.filter(effect => effect.kind === 'open')
    if (opened.length === 0) return
    order += 1
    const autos = new Set(effects.flatMap(effect => (effect.kind === 'close' && effect.auto ? [effect.task.no] : [])))
    for (const [node, some] of Map.groupBy(opened, effect => effect.node)) {
      const limit = stepOf(instance.flow, node)?.limit
      steps.push({
        node,
        order,
        people: some.map(effect => effect.task.person),
        isAuto: some.every(effect => autos.has(effect.task.no)),
        arrivesAt: new Date(now).toISOString(),
        dueAt: limit === undefined ? null : new Date(clock.add(now, Math.round(limit.hours * minute))).toISOString(),
      })
    }
  }
  try {
    let { engine, effects } = await decide(instance, fresh, { do: 'submit' }, facts, organisation)
    note(effects)
    for (let i = 0; engine.state === 'running' && i < answersMax; i += 1) {
      const at = firstOpen(engine)
      if (at === null) break
      const limit = stepOf(instance.flow, at.node)?.limit
      if (limit !== undefined) now = Math.max(now, clock.add(now, Math.round(limit.hours * minute)))
      const to = edgesFrom(instance.flow, at.node).find(edge => conditionsHold(facts, edge.when))?.to
      const isChosen = stepOf(instance.flow, at.node)?.leave === 'choose'
      const next: Awaited<ReturnType<typeof decide>> = await decide(
        instance,
        engine,
        { do: 'confirm', at, person: at.person, ...(isChosen && to !== undefined ? { to } : {}) },
        facts,
        organisation,
      )
      engine = next.engine
      effects = next.effects
      note(effects)
    }
    return { steps, fault: null }
  } catch (error) {
    if (error instanceof Refusal) return { steps, fault: error.wording }
    throw error
  }
}

function firstOpen(engine: EngineState): { node: string; round: number; person: string } | null {
  for (const { node, round, tasks } of engine.open) {
    const task = tasks.find(one => one.state === 'open')
    if (task !== undefined) return { node, round, person: task.person }
  }
  return null
}

/** The conditions that led here. */
function whyOf(context: Context, flow: FlowDefinition, r: Instance['resource'], node: string, facts: Facts): string[] {
  const edges = flow.edges.filter(edge => edge.to === node && conditionsHold(facts, edge.when))
  return edges.flatMap(edge => {
    const from = nodeOf(flow, edge.from)?.name ?? edge.from
    const said = (edge.when ?? []).map((one: FlowCondition) => inWords(context, conditionInWords(r, one)))
    return said.length === 0 ? [from] : said.map(text => `${from} → ${text}`)
  })
}

function conditionInWords(r: Instance['resource'], { field, condition, value }: FlowCondition): Wording {
  const title = ownValue(r.fields, field)?.title ?? field
  return sentence`${title} ${operatorTitles[condition]} ${listed([value ?? []].flat().map(String))}`
}
const operatorTitles: Readonly<Record<FlowCondition['condition'], readonly [string, string]>> = {
  EQ: ['等于', 'is'],
  NE: ['不等于', 'is not'],
  GT: ['大于', 'above'],
  GE: ['不小于', 'at least'],
  LT: ['小于', 'below'],
  LE: ['不大于', 'at most'],
  IN: ['是其中之一', 'is one of'],
  NOT_IN: ['不是其中之一', 'is none of'],
  BETWEEN: ['介于', 'between'],
  LIKE: ['包含', 'contains'],
  EMPTY: ['为空', 'is empty'],
  NOT_EMPTY: ['不为空', 'is not empty'],
}

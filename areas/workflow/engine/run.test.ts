/**
 * The engine against a small reference model: random definitions, random actions by random people. The model keeps the history alone and
 * works out from it which steps must be open, so that nothing is lost, done twice, or done by somebody without right.
 */
import { describe, expect, test } from 'vitest'
import { seededRandom } from '#areas/admin/index.ts'
import type { FlowDefinition, FlowEdge, StepNode } from '#platform/declare/flow.ts'
import { descendants } from '#platform/format/flow-graph.ts'
import { backTarget, isOver, run } from './run.ts'
import { fresh, type Action, type Answers, type EngineState } from './state.ts'

const step = (id: string, more: Partial<StepNode> = {}): StepNode => ({
  id,
  kind: 'step',
  name: id,
  approvers: [],
  mode: 'any',
  leave: 'first',
  allowBack: true,
  allowBackStart: true,
  ...more,
})
const flowOf = (
  steps: readonly StepNode[],
  edges: readonly (readonly [string, string])[],
  more: Partial<FlowDefinition> = {},
): FlowDefinition => ({
  nodes: [{ id: 'start', kind: 'start', name: '开始', leave: 'all' }, ...steps, { id: 'end', kind: 'end', name: '结束' }],
  edges: edges.map(([from, to]): FlowEdge => ({ from, to })),
  samePerson: 'ask',
  ownRequest: false,
  ...more,
})
const people = (all: Readonly<Record<string, readonly string[]>>): Answers => ({ holds: () => true, people: new Map(Object.entries(all)) })

/** The state after these actions; throws where one is refused. */
function after(flow: FlowDefinition, answers: Answers, ...actions: Action[]): EngineState {
  return actions.reduce<EngineState>((state, action) => {
    const outcome = run(flow, state, action, answers)
    if (!('state' in outcome)) throw new Error(JSON.stringify(outcome))
    return outcome.state
  }, fresh)
}
const openOf = (state: EngineState): string[] => state.open.map(one => one.node).toSorted()
const submit: Action = { do: 'submit' }
const roundOf = (state: EngineState, node: string): number => state.open.find(one => one.node === node)?.round ?? 0

describe('branches beside each other', () => {
  const flow = flowOf(
    [step('a'), step('b'), step('c'), step('d')],
    [
      ['start', 'a'],
      ['a', 'b'],
      ['start', 'c'],
      ['b', 'd'],
      ['c', 'd'],
      ['d', 'end'],
    ],
  )
  const answers = people({ a: ['1'], b: ['2'], c: ['3'], d: ['4'] })
  const confirm = (node: string, person: string, round = 1): Action => ({ do: 'confirm', at: { node, round }, person })

  test('what both lead to waits for both', () => {
    const one = after(flow, answers, submit, confirm('c', '3'))
    expect(openOf(one)).toEqual(['a'])
    const two = after(flow, answers, submit, confirm('c', '3'), confirm('a', '1'))
    expect(openOf(two)).toEqual(['b'])
    const three = after(flow, answers, submit, confirm('c', '3'), confirm('a', '1'), confirm('b', '2'))
    expect(openOf(three)).toEqual(['d'])
  })

  test('back inside a branch leaves the other as it is', () => {
    const start = after(flow, answers, submit, confirm('a', '1'))
    expect(openOf(start)).toEqual(['b', 'c'])
    const back = run(flow, start, { do: 'back', at: { node: 'b', round: 1 }, person: '2' }, answers)
    if (!('state' in back)) throw new Error('refused')
    expect(openOf(back.state)).toEqual(['a', 'c'])
    expect([roundOf(back.state, 'a'), roundOf(back.state, 'c')]).toEqual([2, 1])
    // a stale answer to the step before it was reopened
    expect(run(flow, back.state, confirm('a', '1', 1), answers)).toEqual({ refused: { why: 'noTask' } })
  })

  test('back out of the join asks the branch that ended last, and the other stays agreed', () => {
    const joined = after(flow, answers, submit, confirm('c', '3'), confirm('a', '1'), confirm('b', '2'))
    const back = run(flow, joined, { do: 'back', at: { node: 'd', round: 1 }, person: '4' }, answers)
    if (!('state' in back)) throw new Error('refused')
    expect(openOf(back.state)).toEqual(['b'])
    const again = run(flow, back.state, confirm('b', '2', 2), answers)
    if (!('state' in again)) throw new Error('refused')
    expect(openOf(again.state)).toEqual(['d'])
    // to the other branch, by name
    const other = run(flow, joined, { do: 'back', at: { node: 'd', round: 1 }, person: '4', to: 'c' }, answers)
    if (!('state' in other)) throw new Error('refused')
    expect(openOf(other.state)).toEqual(['c'])
  })

  test('back to the start leaves nothing open, and begins anew with everybody', () => {
    const sent = after(flow, answers, submit, confirm('a', '1'), { do: 'backStart', at: { node: 'c', round: 1 }, person: '3' })
    expect([sent.state, sent.open, sent.tokens, sent.done]).toEqual(['back', [], [], []])
    const again = run(flow, sent, submit, answers)
    if (!('state' in again)) throw new Error('refused')
    expect([openOf(again.state), again.state.round]).toEqual([['a', 'c'], 2])
  })
})

describe('who has to agree', () => {
  const modes: readonly (readonly [StepNode['mode'], number | undefined, readonly string[], boolean])[] = [
    ['any', undefined, ['1'], true],
    ['all', undefined, ['1', '2'], false],
    ['all', undefined, ['1', '2', '3'], true],
    ['order', undefined, ['1', '2', '3'], true],
    ['share', 60, ['1'], false],
    ['share', 60, ['1', '2'], true],
  ]
  test.each(modes)('%s %s: agreed by %j, over: %s', (mode, share, agreed, isDone) => {
    const flow = flowOf(
      [step('a', { mode, ...(share === undefined ? {} : { share }) })],
      [
        ['start', 'a'],
        ['a', 'end'],
      ],
    )
    const answers = people({ a: ['1', '2', '3'] })
    const state = after(flow, answers, submit, ...agreed.map((person): Action => ({ do: 'confirm', at: { node: 'a', round: 1 }, person })))
    expect(state.state).toBe(isDone ? 'passed' : 'running')
  })

  const flow = flowOf(
    [step('a', { mode: 'order' })],
    [
      ['start', 'a'],
      ['a', 'end'],
    ],
  )
  const at = { node: 'a', round: 1 }
  test('in order: who comes later is not asked yet; countersigns hold the step; a transfer hands the turn on', () => {
    const answers = people({ a: ['1', '2'] })
    const begun = after(flow, answers, submit)
    expect(run(flow, begun, { do: 'confirm', at, person: '2' }, answers)).toEqual({ refused: { why: 'notOpen' } })
    const handed = after(flow, answers, submit, { do: 'transfer', at, person: '1', to: '7' })
    expect(run(flow, handed, { do: 'confirm', at, person: '1' }, answers)).toEqual({ refused: { why: 'noTask' } })
    const asked = after(
      flow,
      answers,
      submit,
      { do: 'countersign', at, person: '1', people: ['8'] },
      { do: 'confirm', at, person: '1' },
      { do: 'confirm', at, person: '2' },
    )
    expect(asked.state).toBe('running')
    const over = run(flow, asked, { do: 'confirm', at, person: '8' }, answers)
    expect('state' in over && over.state.state).toBe('passed')
  })

  test('late: his head is asked beside him, one answer of the two is enough', () => {
    const all = flowOf(
      [step('a', { mode: 'all' })],
      [
        ['start', 'a'],
        ['a', 'end'],
      ],
    )
    const answers = people({ a: ['1', '2'] })
    const escalated = after(all, answers, submit, { do: 'escalate', at, person: '1', to: '9' }, { do: 'confirm', at, person: '9' })
    expect(escalated.open[0]?.tasks.map(task => [task.person, task.state])).toEqual([
      ['1', 'cancelled'],
      ['2', 'open'],
      ['9', 'agreed'],
    ])
    const over = run(all, escalated, { do: 'confirm', at, person: '2' }, answers)
    expect('state' in over && over.state.state).toBe('passed')
  })

  test('the same person twice in a row passes, logged; not where he was sent back to', () => {
    const two = flowOf(
      [step('a'), step('b')],
      [
        ['start', 'a'],
        ['a', 'b'],
        ['b', 'end'],
      ],
      { samePerson: 'pass' },
    )
    const answers = people({ a: ['1'], b: ['1', '2'] })
    const begun = after(two, answers, submit)
    const done = run(two, begun, { do: 'confirm', at, person: '1' }, answers)
    if (!('state' in done)) throw new Error('refused')
    expect(done.state.state).toBe('passed')
    expect(done.effects.filter(effect => effect.kind === 'close' && effect.auto)).toHaveLength(1)
    expect(done.effects.filter(effect => effect.kind === 'finish')).toHaveLength(1)
  })

  test('nobody to ask is refused, whatever else', () => {
    expect(run(flow, fresh, submit, people({ a: [] }))).toEqual({ refused: { why: 'nobody', node: 'a' } })
    expect(run(flow, fresh, submit, people({}))).toEqual({ needs: ['a'] })
  })
})

// ---- random flows, random people
interface Drawn {
  readonly flow: FlowDefinition
  readonly answers: Answers
}
const persons = ['1', '2', '3', '4', '5', '6']

function drawn(seed: number): Drawn {
  const d = seededRandom(seed)
  const n = 1 + d.below(7)
  const ids = Array.from({ length: n }, (_, i) => `s${i}`)
  const modes = ['any', 'all', 'order', 'share'] as const
  const nodes = ids.map(id => {
    const mode = modes[d.below(4)] ?? 'any'
    const leave = d.below(3) === 0 ? ('choose' as const) : d.below(2) === 0 ? ('all' as const) : ('first' as const)
    return step(id, { mode, leave, ...(mode === 'share' ? { share: 1 + d.below(100) } : {}), allowBack: d.below(5) > 0 })
  })
  // edges lead from earlier to later alone: no loops; each step is reached and leads on
  const order = ['start', ...ids, 'end']
  const edges = new Set<string>()
  ids.forEach((id, i) => {
    edges.add(`${order[d.below(i + 1)]} ${id}`)
    edges.add(`${id} ${order[i + 2 + d.below(n - i)]}`)
    if (d.below(2) === 0) edges.add(`${id} ${order[i + 2 + d.below(n - i)]}`)
  })
  if (d.below(2) === 0) edges.add(`start ${order[1 + d.below(n)]}`)
  const flow = flowOf(
    nodes,
    [...edges].map(edge => edge.split(' ') as [string, string]),
    { samePerson: d.below(2) === 0 ? 'pass' : 'ask' },
  )
  const asked = new Map(ids.map(id => [id, persons.filter(() => d.below(3) === 0)] as const))
  for (const [id, some] of asked) if (some.length === 0) asked.set(id, [persons[d.below(persons.length)] ?? '1'])
  return { flow, answers: { holds: () => true, people: asked } }
}

/** What the reference model remembers: who was asked and answered, and how often it ended. */
interface Model {
  live: Map<number, { person: string; node: string; round: number }>
  finished: string[]
}

function check(flow: FlowDefinition, before: EngineState, state: EngineState, model: Model): void {
  const reach = descendants(flow)
  // the tasks of the model are those of the state: none lost, none twice
  const inState = state.open.flatMap(one => one.tasks.filter(t => t.state === 'open' || t.state === 'waiting').map(t => t.no))
  expect([...model.live.keys()].toSorted((a, b) => a - b)).toEqual(inState.toSorted((a, b) => a - b))
  const nodes = state.open.map(one => one.node)
  expect(new Set(nodes).size).toBe(nodes.length)
  if (state.state !== 'running') {
    expect([state.open, state.tokens]).toEqual([[], []])
    return
  }
  // somebody is asked: nothing waits for ever
  expect(nodes.length).toBeGreaterThan(0)
  for (const one of state.open) {
    const of = flow.nodes.find(node => node.id === one.node) as StepNode
    expect(one.tasks.some(task => task.state === 'open')).toBe(true)
    expect(isOver(of, one.tasks)).toBe(false)
    // nothing else can still lead to a step that is asked, and nothing that follows it holds
    expect(state.open.some(other => reach.get(other.node)?.has(one.node))).toBe(false)
    expect(state.done.some(done => done.node === one.node)).toBe(false)
    expect(state.done.some(done => reach.get(one.node)?.has(done.node))).toBe(false)
  }
  for (const token of state.tokens) expect(nodes.some(node => reach.get(node)?.has(token.node))).toBe(true)
  expect(state.round).toBeGreaterThanOrEqual(before.round)
}

test.each(Array.from({ length: 400 }, (_, i) => i + 1))('random flow %i keeps its rules', seed => {
  const { flow, answers } = drawn(seed)
  const d = seededRandom(seed + 10_000)
  const model: Model = { live: new Map(), finished: [] }
  let state: EngineState = fresh
  for (let i = 0; i < 60; i += 1) {
    const open = state.open.flatMap(one =>
      one.tasks.filter(t => t.state === 'open').map(t => ({ at: { node: one.node, round: one.round }, t })),
    )
    const one = open[d.below(Math.max(1, open.length))]
    const person = d.below(4) === 0 ? (persons[d.below(persons.length)] ?? '1') : (one?.t.person ?? '1')
    const at = one?.at ?? { node: 's0', round: 1 }
    const all: Action[] = [
      { do: 'confirm', at, person },
      { do: 'confirm', at, person },
      { do: 'confirm', at, person, to: flow.edges.filter(e => e.from === at.node)[d.below(2)]?.to ?? 'end' },
      { do: 'back', at, person },
      { do: 'transfer', at, person, to: persons[d.below(persons.length)] ?? '2' },
      { do: 'countersign', at, person, people: [persons[d.below(persons.length)] ?? '3'] },
      { do: 'escalate', at, person, to: persons[d.below(persons.length)] ?? '4' },
      { do: 'confirm', at: { ...at, round: at.round - 1 }, person },
      ...(d.below(12) === 0 ? ([{ do: 'backStart', at, person }, { do: 'withdraw' }] as const) : []),
    ]
    const action: Action = state.state === 'running' ? (all[d.below(all.length)] ?? submit) : submit
    const outcome = run(flow, state, action, answers)
    if ('needs' in outcome) throw new Error('people are known')
    if ('refused' in outcome) {
      // refused for a reason: what is open can be answered by whom it asks
      const isAnswer = action.do === 'confirm' && action.to === undefined && person === one?.t.person && action.at.round === at.round
      if (isAnswer && state.state === 'running') expect(outcome.refused.why).toBe('choose')
      if (action.do === 'back' && person === one?.t.person && state.state === 'running') {
        const activity = state.open.find(o => o.node === at.node)
        const allowed = (flow.nodes.find(node => node.id === at.node) as StepNode).allowBack
        expect(allowed && activity !== undefined && backTarget(flow, state, activity) !== undefined).toBe(false)
      }
      continue
    }
    // who acts was asked, in that very round
    if ('at' in action)
      expect(
        [...model.live.values()].some(l => l.person === action.person && l.node === action.at.node && l.round === action.at.round),
      ).toBe(true)
    for (const effect of outcome.effects) {
      if (effect.kind === 'open') {
        expect(model.live.has(effect.task.no)).toBe(false)
        model.live.set(effect.task.no, { person: effect.task.person, node: effect.node, round: effect.round })
      } else if (effect.kind === 'close') expect(model.live.delete(effect.task.no)).toBe(true)
      else if (effect.kind === 'finish') model.finished.push(effect.state)
    }
    // a passed approval has its effect once: nothing follows it
    expect(model.finished.filter(one => one === 'passed').length).toBeLessThanOrEqual(1)
    check(flow, state, outcome.state, model)
    state = outcome.state
    if (state.state === 'passed' || state.state === 'withdrawn') {
      for (const late of [submit, { do: 'withdraw' } as const, { do: 'confirm', at, person } as const])
        expect(run(flow, state, late, answers)).toEqual({ refused: { why: 'notRunning' } })
      break
    }
  }
})

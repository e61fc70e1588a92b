/** Edits of a flow, its layout and what can be taken back, as tables. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FlowDefinition, FlowEdge, FlowNode } from '#platform/declare/flow.ts'
import { descendants } from '#platform/format/flow-graph.ts'
import {
  addNode,
  changeEdge,
  connect,
  freeId,
  inOrder,
  layOutAnew,
  moveEdge,
  moveNodes,
  newGate,
  newStep,
  reconnect,
  remove,
  whyNoEdge,
  type NoEdge,
} from './flow-graph.tsx'
import { historyAfter, historyOf } from './flow-history.tsx'
import { layoutOf, sizeOf } from './flow-layout.tsx'

const start: FlowNode = { id: 'start', kind: 'start', name: '开始', leave: 'first' }
const end: FlowNode = { id: 'end', kind: 'end', name: '结束' }
const when = [{ field: 'amount', condition: 'GE', value: '5' }] as const
/** 'start>s1 s1>s2? s2>end': a question mark is an edge with conditions */
function flowOf(text: string): FlowDefinition {
  const edges = text.split(' ').flatMap((one): FlowEdge[] => {
    const [from = '', to = ''] = one.replace('?', '').split('>')
    return text === '' ? [] : [one.endsWith('?') ? { from, to, when } : { from, to }]
  })
  const ids = [...new Set(edges.flatMap(edge => [edge.from, edge.to]))].filter(id => id !== 'start' && id !== 'end')
  const nodes = ids.map(id => (id.startsWith('g') ? newGate(id, id) : newStep(id, id)))
  return { nodes: [start, ...nodes, end], edges, samePerson: 'pass', ownRequest: false }
}
const textOf = ({ edges }: FlowDefinition): string =>
  edges.map(edge => `${edge.from}>${edge.to}${(edge.when ?? []).length > 0 ? '?' : ''}`).join(' ')

describe('a new node', () => {
  test.each([
    ['', { after: 'start' }, 'start>s9 s9>end'],
    ['start>end', { after: 'start' }, 'start>s9 s9>end'],
    ['start>end', { edge: 0 }, 'start>s9 s9>end'],
    ['start>s1 s1>end? s1>s2 s2>end', { edge: 1 }, 'start>s1 s1>s9? s9>end s1>s2 s2>end'],
    ['start>s1 s1>end? s1>s2 s2>end', { after: 's1' }, 'start>s1 s1>end? s1>s2 s2>end s1>s9'],
    ['start>end', { edge: 7 }, 'start>end'],
    ['start>end', { after: 'end' }, 'start>end'],
    ['start>end', null, 'start>end'],
  ])('%s, %j', (before, where, after) => {
    const flow = addNode(flowOf(before), newStep('s9', '新'), where)
    expect(textOf(flow)).toBe(after)
    expect(flow.nodes.map(node => node.id)).toContain('s9')
    expect(flow.nodes.at(-1)?.id).toBe('end')
  })
  test('has the first free number', () => {
    expect(freeId(flowOf('start>s1 s1>s3 s3>end'), 'step')).toBe('s2')
    expect(freeId(flowOf('start>g1 g1>end'), 'gate')).toBe('g2')
  })
})

test.each<[string, string, NoEdge | null]>([
  ['s1', 'start', 'intoStart'],
  ['end', 's1', 'outOfEnd'],
  ['s1', 's1', 'self'],
  ['s1', 's2', 'twice'],
  ['s2', 's1', 'loop'],
  ['s3', 's1', 'loop'],
  ['s1', 'nobody', 'unknown'],
  ['s1', 's3', null],
  ['start', 'end', null],
])('an edge from %s to %s: %s', (from, to, why) => {
  const flow = flowOf('start>s1 s1>s2 s2>s3 s3>end')
  expect(whyNoEdge(flow, from, to)).toBe(why)
  expect(connect(flow, from, to).edges).toHaveLength(flow.edges.length + (why === null ? 1 : 0))
})

test.each([
  ['start>s1 s1>s2 s2>end', ['s1'], [], 'start>s2 s2>end'],
  ['start>s1? start>end s1>s2 s2>end', ['s1'], [], 'start>s2? start>end s2>end'],
  ['start>s1 s1>s2? s1>s3 s2>end s3>end', ['s1'], [], 's2>end s3>end'],
  ['start>s1 start>end s1>end', ['s1'], [], 'start>end'],
  ['start>s1 s1>end', ['start', 'end'], [], 'start>s1 s1>end'],
  ['start>s1 s1>s2 s2>end', ['s1', 's2'], [], 'start>end'],
  ['start>s1 s1>end', [], [1], 'start>s1'],
])('%s without %j and edges %j', (before, ids, edges, after) => {
  expect(textOf(remove(flowOf(before), ids, edges))).toBe(after)
})

test('an edge drawn elsewhere keeps its conditions, and makes no loop', () => {
  const flow = flowOf('start>s1 s1>s2? s1>s3 s2>end s3>end')
  expect(textOf(reconnect(flow, 1, 's1', 'end'))).toBe('start>s1 s1>end? s1>s3 s2>end s3>end')
  expect(reconnect(flow, 3, 's2', 's1')).toBe(flow)
  expect(reconnect(flow, 9, 's2', 'end')).toBe(flow)
})

test('an edge with its first condition goes before the one that always holds', () => {
  const flow = flowOf('start>s1 s1>end s1>s2 s2>end')
  const changed = changeEdge(flow, 2, { from: 's1', to: 's2', when })
  expect([textOf(changed.flow), changed.at]).toEqual(['start>s1 s1>s2? s1>end s2>end', 1])
  const again = changeEdge(changed.flow, 1, { from: 's1', to: 's2', when: [...when, ...when] })
  expect([textOf(again.flow), again.at]).toEqual(['start>s1 s1>s2? s1>end s2>end', 1])
})

test('edges of one node are put in order, whatever stands between them', () => {
  const flow = flowOf('s1>s2? start>s1 s1>s3? s2>end s1>end s3>end')
  expect(textOf(moveEdge(flow, 2, -1))).toBe('s1>s3? start>s1 s1>s2? s2>end s1>end s3>end')
  expect(textOf(moveEdge(flow, 2, 1))).toBe('s1>s2? start>s1 s1>end s2>end s1>s3? s3>end')
  expect(moveEdge(flow, 0, -1)).toBe(flow)
})

test('nodes as they follow one another: a branch to its end before the next one', () => {
  const flow = flowOf('s5>end start>s1 s1>s2 s1>s3 s2>s4 s4>s5 s3>s5 s8>s9')
  const ids = inOrder(flow).map(node => node.id)
  expect(ids.slice(0, 2)).toEqual(['start', 's1'])
  expect(ids.indexOf('s5')).toBeGreaterThan(ids.indexOf('s4'))
  expect(ids.indexOf('s5')).toBeGreaterThan(ids.indexOf('s3'))
  expect(ids.slice(-3)).toEqual(['s8', 's9', 'end'])
})

test('whatever is edited, nothing loops and no edge leads nowhere', () => {
  const edit = fc.record({ what: fc.constantFrom('add', 'gate', 'connect', 'remove', 'cut'), one: fc.nat(30), two: fc.nat(30) })
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 40 }), edits => {
      let flow = flowOf('start>end')
      for (const { what, one, two } of edits) {
        const idAt = (at: number): string => flow.nodes[at % flow.nodes.length]?.id ?? ''
        if (what === 'add') flow = addNode(flow, newStep(freeId(flow, 'step'), '步骤'), { after: idAt(one) })
        else if (what === 'gate') flow = addNode(flow, newGate(freeId(flow, 'gate'), '分支'), { edge: one })
        else if (what === 'connect') flow = connect(flow, idAt(one), idAt(two))
        else flow = remove(flow, what === 'remove' ? [idAt(one)] : [], what === 'cut' ? [one] : [])
        const ids = new Set(flow.nodes.map(node => node.id))
        expect(flow.edges.every(edge => ids.has(edge.from) && ids.has(edge.to))).toBe(true)
        expect([...descendants(flow)].filter(([id, all]) => all.has(id))).toEqual([])
        expect(inOrder(flow)).toHaveLength(flow.nodes.length)
      }
    }),
    { numRuns: 100 },
  )
})

describe('the layout', () => {
  const hundred = flowOf(
    Array.from({ length: 100 }, (_, i) => (i < 5 ? `start>s${i}` : `s${i - 5}>s${i}`)).join(' ') +
      Array.from({ length: 5 }, (_, i) => ` s${95 + i}>end`).join(''),
  )
  test('nodes lie below what leads to them, and none over another', () => {
    const { places } = layoutOf(hundred)
    for (const { from, to } of hundred.edges) expect(places.get(to)?.y).toBeGreaterThan(places.get(from)?.y ?? Number.NaN)
    const boxes = hundred.nodes.map(node => ({ ...(places.get(node.id) ?? { x: 0, y: 0 }), ...sizeOf(node) }))
    const isOver = (a: (typeof boxes)[number], b: (typeof boxes)[number]): boolean =>
      a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
    expect(boxes.flatMap((a, i) => boxes.slice(i + 1).filter(b => isOver(a, b)))).toEqual([])
  })
  test('ways stand from left to right as they are tried', () => {
    const { places } = layoutOf(flowOf('start>s1 start>s2 start>s3 s1>end s2>end s3>end'))
    const xs = ['s1', 's2', 's3'].map(id => places.get(id)?.x ?? Number.NaN)
    expect(xs).toEqual(xs.toSorted((one, two) => one - two))
  })
  test('what somebody placed stays there, until it is laid out anew', () => {
    const flow = moveNodes(hundred, new Map([['s7', { x: 7.4, y: -3.6 }]]))
    expect(layoutOf(flow).places.get('s7')).toEqual({ x: 7, y: -4 })
    expect(layOutAnew(flow)).toEqual(hundred)
    const all = moveNodes(hundred, layoutOf(hundred).places)
    expect(layoutOf(all)).toEqual({ places: layoutOf(hundred).places, bends: new Map() })
  })
})

test('changes are taken back and done again; letters of one name are one change', () => {
  const [a, b, c, d] = ['start>end', 'start>s1', 'start>s2', 'start>s3'].map(flowOf) as [
    FlowDefinition,
    FlowDefinition,
    FlowDefinition,
    FlowDefinition,
  ]
  let history = historyOf(a)
  history = historyAfter(history, { do: 'change', to: a })
  expect(history.past).toEqual([])
  history = historyAfter(history, { do: 'change', to: b, of: 'name s1' })
  history = historyAfter(history, { do: 'change', to: c, of: 'name s1' })
  history = historyAfter(history, { do: 'change', to: d, of: 'name s2' })
  expect(history.past).toEqual([a, c])
  history = historyAfter(historyAfter(history, { do: 'undo' }), { do: 'undo' })
  expect(history.now).toBe(a)
  expect(historyAfter(history, { do: 'undo' })).toBe(history)
  history = historyAfter(history, { do: 'redo' })
  expect([history.now, history.future]).toEqual([c, [d]])
  expect(historyAfter(history, { do: 'change', to: b }).future).toEqual([])
})

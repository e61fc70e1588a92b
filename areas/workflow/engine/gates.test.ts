/** A point where nobody is asked leads on at once: to all its ways, or to the first. */
import { expect, test } from 'vitest'
import type { FlowDefinition, StepNode } from '#platform/declare/flow.ts'
import { run } from './run.ts'
import { fresh } from './state.ts'

const step = (id: string): StepNode => ({
  id,
  kind: 'step',
  name: id,
  approvers: [],
  mode: 'any',
  leave: 'first',
  allowBack: true,
  allowBackStart: true,
})
const flowOf = (leave: 'first' | 'all'): FlowDefinition => ({
  nodes: [
    { id: 'start', kind: 'start', name: 'start', leave: 'first' },
    step('s1'),
    { id: 'g1', kind: 'gate', name: 'g1', leave },
    { id: 'g2', kind: 'gate', name: 'g2', leave },
    step('s2'),
    step('s3'),
    { id: 'end', kind: 'end', name: 'end' },
  ],
  edges: ['start>s1', 's1>g1', 'g1>s2', 'g1>g2', 'g2>s3', 's2>end', 's3>end'].map(one => {
    const [from = '', to = ''] = one.split('>')
    return { from, to }
  }),
  samePerson: 'pass',
  ownRequest: true,
})

test.each([
  ['first', ['s2']],
  ['all', ['s2', 's3']],
] as const)('%s', (leave, asked) => {
  const people = new Map(['s1', 's2', 's3'].map((id, at) => [id, [String(at + 1)]] as const))
  const answers = { people, holds: () => true }
  const begun = run(flowOf(leave), fresh, { do: 'submit' }, answers)
  if (!('state' in begun)) throw new Error('not begun')
  const next = run(flowOf(leave), begun.state, { do: 'confirm', at: { node: 's1', round: 1 }, person: '1' }, answers)
  if (!('state' in next)) throw new Error('not confirmed')
  expect(next.state.open.map(one => one.node).toSorted()).toEqual(asked)
})

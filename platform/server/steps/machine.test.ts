import { describe, expect, test } from 'vitest'
import { choice, flag, reference, text } from '#platform/declare/fields.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import { byAny, byAnyone, byField, byProgram, machine, type Step } from '#platform/declare/states.ts'
import { registryOf } from '../registry-of.ts'
import { machineFaults, reachable } from '../states/machine.ts'
import { claim, employee, post, ticket } from '../../../test/setup/machines.ts'

const go: Step = { title: ['走', 'Go'], from: ['a'], to: 'b', may: byAnyone }
const back: Step = { ...go, title: ['回', 'Back'], from: ['b'], to: 'a' }
const withMachine = (states: Parameters<typeof machine>[1], options: object = { default: 1 }): Resource =>
  resource('thing', {
    type: 'thing',
    title: ['东西', 'Thing'],
    access: { scope: ownOrganisation },
    fields: {
      name: text('名称', 'Name'),
      done: flag('完成', 'Done', { default: false }),
      ownerId: reference('负责人', 'Owner', 'employee', { optional: true }),
      state: choice('状态', 'State', { a: [1, '甲', 'A'], b: [2, '乙', 'B'], c: [3, '丙', 'C'] }, options),
    },
    life: { states: machine('state', states) },
  }) as unknown as Resource
const three = { a: {}, b: {}, c: { final: true as const } }
const end: Step = { ...go, title: ['完', 'End'], from: ['b'], to: 'c' }
const sound = { states: three, steps: { go, back, end } }

describe('a machine with a fault is named and keeps the program from starting', () => {
  const faulty: readonly (readonly [string, Resource, RegExp])[] = [
    ['a state that nothing leads to', withMachine({ states: three, steps: { go, back } }), /state c can't be reached/],
    ['a dead end', withMachine({ states: { ...three, b: {}, c: {} }, steps: { go, end } }), /state c is a dead end and not final/],
    [
      'a step to an unknown state',
      withMachine({ ...sound, steps: { ...sound.steps, off: { ...go, to: 'd' } } }),
      /step off names the unknown state d/,
    ],
    ['a step from an unknown state', withMachine({ ...sound, steps: { ...sound.steps, off: { ...go, from: ['d'] } } }), /unknown state d/],
    [
      'no way to an end',
      withMachine({
        states: { ...three, c: {}, b: { final: true } },
        steps: { go, leave: { ...end, from: ['a'] }, stay: { ...back, from: ['b'] }, circle: { ...go, from: ['c'], to: 'c' } },
      }),
      /step circle does not move/,
    ],
    ['no beginning', withMachine(sound, {}), /no default/],
    ['a state that is left out', withMachine({ ...sound, states: { a: {}, b: {} } }), /state c is not described/],
    ['a state too many', withMachine({ ...sound, states: { ...three, d: {} } }), /d is no choice of state/],
    ['a step called as a verb of the trail', withMachine({ ...sound, steps: { ...sound.steps, update: go } }), /called as a verb/],
    [
      'a person who is none',
      withMachine({ ...sound, steps: { ...sound.steps, go: { ...go, may: byField('name') } } }),
      /name names no employees/,
    ],
    [
      'the program joined to people',
      withMachine({ ...sound, steps: { ...sound.steps, go: { ...go, may: byAny(byProgram, byField('ownerId')) } } }),
      /byProgram stands alone/,
    ],
    ['an open field that is none', withMachine({ ...sound, states: { ...three, a: { edit: ['nothing'] } } }), /opens nothing/],
    [
      'an approval that people leave',
      withMachine({ ...sound, states: { ...three, b: { pendingApproval: true } } }),
      /is in approval: step back/,
    ],
    [
      'an input of no field',
      withMachine({ ...sound, steps: { ...sound.steps, go: { ...go, input: { nothing: 'required' } } } }),
      /nothing: it is no field/,
    ],
    [
      'an input with a name of the call',
      withMachine({ ...sound, steps: { ...sound.steps, go: { ...go, input: { version: text('版', 'V') } } } }),
      /the call itself/,
    ],
    [
      'a note that is not asked for',
      withMachine({ ...sound, steps: { ...sound.steps, go: { ...go, note: 'reason' } } }),
      /its note reason/,
    ],
    ['the present in a text', withMachine({ ...sound, steps: { ...sound.steps, go: { ...go, set: { name: 'now' } } } }), /it is no date/],
    [
      'a state that an effect sets',
      withMachine({ ...sound, steps: { ...sound.steps, go: { ...go, set: { state: { value: 3 } } } } }),
      /the state follows/,
    ],
    [
      'an emptied field that may not be',
      withMachine({ ...sound, steps: { ...sound.steps, go: { ...go, set: { name: null } } } }),
      /may not be empty/,
    ],
    [
      'a word to a field of no people',
      withMachine({ ...sound, steps: { ...sound.steps, go: { ...go, tell: ['done'] } } }),
      /done names no employees/,
    ],
  ]
  test.each(faulty)('%s', (_name, r, message) => {
    expect(machineFaults(r).join('\n')).toMatch(message)
    expect(() => registryOf([{ name: 'test', title: ['测', 'T'], resources: [r, employee], routes: {} }])).toThrow(message)
  })
  test('a sound one has none', () => {
    for (const r of [withMachine(sound), ticket, post, claim]) expect(machineFaults(r)).toEqual([])
  })
})

test('the field of a state is asked of nobody', () => {
  expect(ticket.fields['state']?.options.computed).toBe(true)
})

test('a closure of a circle ends', () => {
  expect([...reachable(['a'], name => (name === 'a' ? ['b'] : ['a', 'c']))]).toEqual(['a', 'b', 'c'])
})

/** A state is seen at a glance: each value of the field that a machine moves says what it means, and it stands in lists and exports. */
import { expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import { tones } from '#platform/declare/tone.ts'
import { withHouseAreas } from '#platform/server/open-house.ts'
import { registryOf } from '#platform/server/registry-of.ts'

const moved = [...registryOf(withHouseAreas(areas)).resources.values()].flatMap(r =>
  r.states === undefined ? [] : [[r.table, Object.values(r.fields[r.states.field]?.choices ?? {})] as const],
)

test('there are some', () => expect(moved.length).toBeGreaterThan(1))

test.each(moved)('%s', (_table, states) => {
  expect(states.length).toBeGreaterThan(0)
  expect(states.filter(([, , , tone]) => tone === undefined || !tones.includes(tone)).map(([, words]) => words)).toEqual([])
})

/** Every list that is seen as something else than its table and its cards: what its views rest on, and how their reads are bounded. */
import { expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { shownAsDefinition, shownAsFaults } from '#platform/server/lists/shown-as.ts'

const all = areas.flatMap(area => area.resources).filter((r): r is Resource => Object.keys(r.shownAs ?? {}).some(word => word !== 'card'))

test('there are some', () => expect(all.length).toBeGreaterThan(1))

test.each(all.map(r => [r.table, r] as const))('%s', (_, r) => {
  expect(shownAsFaults(r)).toEqual([])
  const shown = shownAsDefinition(r, 'en')
  expect(shown?.views.length).toBeGreaterThan(1)
  // a board by the state has its states as columns, each with a title in both languages
  const { board } = r.shownAs ?? {}
  if (board !== undefined && r.states?.field === board.by)
    expect(shown?.board?.columns.map(one => one.value)).toEqual(
      Object.values(r.fields[board.by]?.choices ?? {})
        .map(([code]) => code)
        .filter(code => board.without?.includes(code) !== true),
    )
  const titles = [...(shown?.board?.columns ?? []), ...(shownAsDefinition(r, 'zh')?.board?.columns ?? [])].map(one => one.title)
  expect(titles.every(title => title !== '')).toBe(true)
})

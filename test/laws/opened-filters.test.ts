/** Every list with a business date opens with the present period of it; its call answers the whole list to whoever does not ask for one. */
import { describe, expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import { fieldDefinition, wireFields } from '#platform/server/lists/columns.ts'
import { openedFilters } from '#platform/server/lists/opened-filters.ts'
import { boundDays, planOf } from '#platform/server/lists/query.ts'
import { withHouseAreas } from '#platform/server/open-house.ts'
import { registryOf } from '#platform/server/registry-of.ts'

const { resources } = registryOf(withHouseAreas(areas))
const lists = [...resources.values()].filter(r => r.type !== undefined)
const openedOf = (r: (typeof lists)[number], today: string) =>
  openedFilters(
    r,
    wireFields(r).map(([name, f]) => fieldDefinition(r, name, f, 'zh', resources)),
    today,
  ).filter(one => one.opensWith !== undefined)

const dated = lists.filter(r => r.bound !== undefined && r.fields[r.bound.field]?.kind === 'date')
const clock = { nowMs: Date.UTC(2026, 10, 21, 4), zone: 'Asia/Shanghai' }

test('lists without a business date open whole', () => {
  expect(lists.filter(r => !dated.includes(r) && openedOf(r, '2026-11-21').length > 0)).toEqual([])
  expect(dated.length).toBeGreaterThan(30)
})

describe.each(dated.map(r => [r.type, r] as const))('%s', (_type, r) => {
  test.each([
    ['2026-11-05', 'LAST_30_DAYS'],
    ['2026-11-06', 'THIS_MONTH'],
    ['2026-11-30', 'THIS_MONTH'],
  ] as const)('on %s its date opens with %s, which its filter knows and its call takes in place of the bound', (today, period) => {
    const opened = openedOf(r, today)
    expect(opened.map(one => [one.field, one.opensWith])).toEqual([[r.bound?.field, period]])
    expect(opened[0]?.conditions).toContain(period)
    const query = { conditionList: [{ field: opened[0]?.field ?? '', condition: period }] }
    expect(boundDays(r, query, clock)).toBeNull()
    expect(planOf(r, query, { ...clock, resources }).where).toHaveLength(1)
  })

  test('its call without a period answers what the bound leaves, as before', () => expect(boundDays(r, {}, clock)?.[1]).toBe('2026-11-21'))
})

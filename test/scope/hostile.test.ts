/** Routes, one of each shape, with hostile input: refused or answered, never an error of ours. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import { withHouseAreas } from '#platform/server/open-house.ts'
import { registryOf } from '#platform/server/registry-of.ts'
import { oneOfEachShape, piecesOfRoute } from '../setup/shapes.ts'
import { openScopeHouse, type ScopeHouse } from './house.ts'

let h: ScopeHouse
beforeAll(async () => {
  h = await openScopeHouse()
})
afterAll(() => h.close())

const hostile: readonly unknown[] = [
  '\0',
  '9'.repeat(30),
  "1'); drop table shop; --",
  '9999-12-31',
  99_999,
  'WyIxIiwieCJd',
  -1,
  ['\0', '9'.repeat(19)],
  {},
  [''],
  '5.',
  '2026-02-30',
  'constructor',
  '__proto__',
  ['toString'],
  { constructor: ['x'], toString: 1 },
  [{ field: 'hasOwnProperty', condition: 'EQ', value: '1', orderBy: 'ASC' }],
  '字'.repeat(5_000),
]
/** values of one field asked at once */
const together = 6
/** Inputs that the schemas let through up to one field. */
const whole: Readonly<Record<string, unknown>> = {
  id: '1',
  ids: ['1'],
  version: 1,
  audit: 1,
  shopId: '1',
  shopIds: ['1'],
  fileIds: ['1'],
  startDate: '2026-01-01',
  endDate: '2026-03-31',
  type: 'shop',
  measure: 'ledger',
  by: ['shop'],
  where: {},
  headers: [],
  fields: [],
  query: {},
  kindId: '1',
  kind: 'settlement',
  year: '2026',
  keyword: 'a',
  pageNum: 1,
  pageSize: 10,
  employeeId: '1',
  next: 'x',
  conditionList: [],
  taskId: '1',
}
// lists have tables of their own (platform/server/lists); signing in and out, and what ends the session that asks, have tests of their own
const open = registryOf(withHouseAreas(areas)).routes.filter(r => !r.path.startsWith('/auth/') && r.verb !== 'list')
const routes = oneOfEachShape(open, piecesOfRoute)

test.each(routes.map(r => [`${r.method} ${r.path}`, r] as const))('%s', async (_name, route) => {
  const headers = { authorization: `Bearer ${await h.token('keen')}` }
  const properties = (route.input as { properties?: Readonly<Record<string, unknown>> } | undefined)?.properties
  const own = ['add', 'update'].includes(route.verb) ? Object.keys(route.resource?.fields ?? {}) : []
  const names = [...new Set([...Object.keys(properties ?? { id: '', ids: '', version: '', year: '' }), ...own])].slice(0, 14)
  const defects: unknown[] = []
  // the select's other field would be refused first
  const given = Object.entries(whole).filter(
    ([key]) => (!properties || key in properties) && !(key === 'by' && route.path.endsWith('/options')),
  )
  for (const name of names) {
    for (let from = 0; from < hostile.length; from += together) {
      const answers = await Promise.all(
        hostile.slice(from, from + together).map(async value => {
          const input = { ...Object.fromEntries(given), [name]: value }
          const query = Object.entries(input)
            .map(([k, v]) => `${k}=${encodeURIComponent(typeof v === 'string' ? v : JSON.stringify(v))}`)
            .join('&')
          const answer = await h.app.inject({
            method: route.method,
            headers,
            url: `/api-2024${route.path}${route.method === 'GET' ? `?${query}` : ''}`,
            ...(route.method === 'GET' ? {} : { payload: input }),
          })
          return answer.statusCode === 500 ? [{ [name]: value }] : []
        }),
      )
      defects.push(...answers.flat())
    }
  }
  expect(defects).toEqual([])
})

/**
 * Every answer that holds a figure against an earlier period says beside it which period that is (`compared`): every call that takes a
 * comparison, of every report that offers one, and every card of home. Of the other calls written by hand one-shop.test.ts says the same.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import type { Report } from '#platform/declare/report.ts'
import { registryOf } from '#platform/server/registry-of.ts'
import { withHouseAreas } from '#platform/server/open-house.ts'
import { untoldDeltas } from '../setup/deltas.ts'
import { openScopeHouse, type ScopeHouse, type Who } from './house.ts'

const registry = registryOf(withHouseAreas(areas))
const reports = [...registry.reports.values()].map(face => face.report)
const comparing = reports.filter(one => (one.compare ?? []).length > 0)
const period = { startDate: '2026-03-01', endDate: '2026-03-31' }

let h: ScopeHouse
beforeAll(async () => {
  h = await openScopeHouse()
  // whoever sees every shop sees every report of them
  await h.rows(`insert into account_role (org_id, account_id, role_id)
    select r.org_id, a.id, r.id from account a, role r where a.username = 'boss' and r.org_id = ${h.demo.organisationIds[0]}
    on conflict do nothing`)
}, 120_000)
afterAll(() => h.close())

async function ask(who: Who, method: string, path: string, input: object): Promise<{ code: number; data: unknown }> {
  const query = new URLSearchParams(input as Record<string, string>).toString()
  const answer = await h.app.inject({
    method: method as 'GET' | 'POST',
    url: `/api-2024${path}${method === 'GET' ? `?${query}` : ''}`,
    headers: { authorization: `Bearer ${await h.token(who)}`, orgid: h.demo.organisationIds[0] ?? '' },
    ...(method === 'GET' ? {} : { payload: input }),
  })
  return answer.json<{ code: number; data: unknown }>()
}

test('a delta that says nothing is seen', () => {
  expect(untoldDeltas({ list: [{ was: '1' }], compared: { startDate: '2026-01-01', endDate: '2026-01-31' } }).untold).toEqual([])
  expect(untoldDeltas({ list: [{ was: '1', wasOn: '2026-01-01' }] }).untold).toEqual([])
  expect(untoldDeltas({ list: [{ was: null }], compared: null })).toEqual({ seen: 1, untold: ['.list[].was'] })
  expect(untoldDeltas({ before: '1', compared: { before: { startDate: '2026-01-01' } } }).untold).toEqual(['.before'])
})

const inputsOf = (report: Report): [path: string, input: object][] => {
  const { rows, why } = report.paths
  return (report.compare ?? []).flatMap((compare): [string, object][] => [
    [rows, { by: [], ...period, currency: 'CNY', compare }],
    [rows, { by: report.by.slice(0, 1), ...period, compare }],
    // what is held against a plan has no earlier period
    ...(why === undefined || report.why?.planned !== undefined ? [] : [[why, { ...period, compare }] as [string, object]]),
    [
      '/ownReport/pivot',
      {
        report: report.name,
        rows: report.by.slice(0, 1),
        across: [],
        measures: Object.keys(report.measures).slice(0, 3),
        currency: 'CNY',
        compare,
        ...period,
      },
    ],
  ])
}
test('every call of a report that is held against something', async () => {
  const untold: string[] = []
  let seen = 0
  for (const report of comparing)
    for (const [path, input] of inputsOf(report)) {
      const { code, data } = await ask('boss', 'POST', path, input)
      expect(code, `${path} ${JSON.stringify(input)} ${JSON.stringify(data)}`).toBe(0)
      const found = untoldDeltas(data)
      seen += found.seen
      untold.push(...found.untold.map(one => `${report.name} ${path} ${one}`))
    }
  expect(comparing.length).toBeGreaterThan(8)
  expect(seen).toBeGreaterThan(comparing.length * 2)
  expect(untold).toEqual([])
}, 120_000)

test('every card of home', async () => {
  const untold: string[] = []
  let seen = 0
  for (const card of registry.homeCards.filter(one => one.word?.figures !== undefined || one.word?.movers !== undefined))
    for (const periodName of card.word?.figures?.periods ?? [undefined])
      for (const who of ['boss', 'sales'] as const) {
        const { data } = await ask(who, 'GET', '/homeCard/read', { key: card.key, ...(periodName === undefined ? {} : { periodName }) })
        const found = untoldDeltas(data)
        seen += found.seen
        untold.push(...found.untold.map(one => `${card.key} ${who} ${one}`))
      }
  expect(seen).toBeGreaterThan(10)
  expect(untold).toEqual([])
}, 120_000)

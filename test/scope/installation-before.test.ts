/**
 * An installation of the version before (test/fixtures/installation/README.md) is restored by this one: its people get the answers they
 * got, and what they have kept leads where it led. Some 500 calls of persons are drawn; `npm test -- --all` asks all of them.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { costMeasures } from '#platform/declare/cost.ts'
import { restore } from '#platform/server/backup/restore.ts'
import { readMigrations } from '#platform/server/db/migrate.ts'
import { prepareRuntimeRole, runtimeRole } from '#platform/server/db/roles.ts'
import { localFileStore } from '#platform/server/files/local-store.ts'
import { createApp } from '#platform/server/http/app.ts'
import { isWrite } from '#platform/server/http/mount.ts'
import type { OpenHouse } from '#platform/server/open-house.ts'
import { unknownPermissions } from '../../areas/admin/unknown-grants.ts'
import { answerOf, askable, callName, keptOf, pagesOf, type Answers, type StoredAnswers } from '../setup/answers-before.ts'
import { demoPassword } from '../setup/calls.ts'
import { testDatabase, type TestDatabase } from '../setup/database.ts'
import { isWhole } from '../setup/shapes.ts'
import { houseOver } from './house.ts'

const fixture = join(import.meta.dirname, '../fixtures/installation')
const before = JSON.parse(gunzipSync(readFileSync(join(fixture, 'answers.json.gz'))).toString('utf8')) as StoredAnswers
const people = Object.keys(before.kept)

let database: TestDatabase
let house: OpenHouse
let app: FastifyInstance
const tokens = new Map<string, string>()
const folder = mkdtempSync(join(tmpdir(), 'zhanggui-before-'))
const tokenOf = (name: string): string => tokens.get(name) ?? ''

beforeAll(async () => {
  database = await testDatabase({ empty: true })
  await prepareRuntimeRole(database.ownerUrl)
  await restore({
    path: join(fixture, 'before.tar.gz'),
    ownerUrl: database.ownerUrl,
    role: runtimeRole,
    migrations: readMigrations(join(import.meta.dirname, '../../db/migrations')),
    files: localFileStore(folder),
    tables: () => [],
    force: false,
  })
  house = await houseOver(database, folder)
  app = createApp(house, { webFolder: null, callsPerMinute: 1_000_000 })
  for (const username of people) {
    const answer = await app.inject({ method: 'POST', url: '/api-2024/auth/user/login', payload: { username, password: demoPassword } })
    tokens.set(username, answer.json<{ data: { access_token: string } }>().data.access_token)
  }
})
afterAll(async () => {
  await app.close()
  await house.close()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

// the sheet of materials became bills of material, with the rights to it (migration 1201)
const whoOf = (answers: Answers): [name: string, answer: string][] =>
  Object.entries(answers).flatMap(([answer, names]) => names.map((name): [string, string] => [name, answer]))
/** Calls about menus and home: fifty subjects are other rows than a group for each area, seven second entries are dropped, cards came. */
const ofMenus: ReadonlySet<string> = new Set(['/systemUsageRecord/unused', '/myCommonMenu/list', '/menuSetting/list', '/homeCard/list'])
/** What the program brings itself, timed work, dictionaries, notices and what everybody may begin, becomes more. */
const grows = (path: string): boolean => /^\/(timedWorkManage|dictSetting|noticePreference)\/|^\/listField\/begin$/.test(path)
const countIn = (rows: string): number => Number(/\d+/.exec(rows)?.[0])
/** A list of this version may have further fields; those it had are there, with as many rows. */
const holds = (path: string, then: string, today: string): boolean => {
  const [rowsThen, fieldsThen = ''] = then.split(': ')
  const [rows, fields = ''] = today.split(': ')
  const has = new Set(fields.split(' '))
  const isSame = rows === rowsThen || ofMenus.has(path) || (grows(path) && countIn(rows ?? '') >= countIn(rowsThen ?? ''))
  return isSame && fieldsThen.split(' ').every(field => field === '' || has.has(field))
}

test('the pages of every person are there, each under its number and address', async () => {
  const today = new Map<string, readonly string[]>()
  for (const name of people) today.set(name, await pagesOf(app, tokenOf(name)))
  const lost = Object.entries(before.pages).flatMap(([page, names]) =>
    names.filter(name => today.get(name)?.includes(page) !== true).map(name => `${name}: ${page}`),
  )
  expect(lost.filter(page => !page.includes(': finance.materialPart '))).toEqual([])
  const more = [...today].flatMap(([name, pages]) =>
    pages.filter(page => before.pages[page] !== undefined && !before.pages[page].includes(name)).map(page => `${name}: ${page}`),
  )
  expect(more).toEqual([])
})

test('every call answers each of them as before: allowed or refused, as many rows, no field less', async () => {
  const asked = askable(house.registry).flatMap(route => {
    const answers = before.calls[callName(route)]
    return answers === undefined ? [] : whoOf(answers).map(([name, answer]) => ({ route, name, answer }))
  })
  expect(asked.length).toBeGreaterThan(20_000)
  const gone = Object.keys(before.calls).filter(name => !house.registry.routes.some(route => callName(route) === name))
  expect(gone.filter(name => !name.includes(' /MaterialSheet/'))).toEqual([])
  const step = isWhole ? 1 : Math.floor(asked.length / 500)
  const drawn = asked.filter((_, at) => at % step === 0).toSorted((a, b) => Number(isWrite(a.route)) - Number(isWrite(b.route)))
  const other: string[] = []
  for (let at = 0; at < drawn.length; at += 20)
    await Promise.all(
      drawn.slice(at, at + 20).map(async ({ route, name, answer }) => {
        const today = await answerOf(app, route, tokenOf(name))
        if (!holds(route.path, answer, today)) other.push(`${name} ${callName(route)}: ${today}, before ${answer}`)
      }),
    )
  expect(other).toEqual([])
})

test('whoever saw figures that hold cost sees them still: every report that opens to a person tells all its measures', async () => {
  const costly = [...house.registry.reports.values()].flatMap(({ report }) => (costMeasures(report).size > 0 ? [report] : []))
  const told: string[] = []
  for (const name of people)
    for (const report of costly) {
      const answer = await app.inject({
        method: 'POST',
        url: '/api-2024/listField/getByType',
        payload: { type: report.name },
        headers: { authorization: `Bearer ${tokenOf(name)}` },
      })
      const { code, data } = answer.json<{ code: number; data: { report: { measures: readonly { name: string }[] } } }>()
      if (code !== 0) continue
      expect([name, data.report.measures.map(one => one.name)]).toEqual([name, Object.keys(report.measures)])
      told.push(name)
    }
  expect(new Set(told).size).toBeGreaterThan(3)
})

test('a permission that names nothing is told at start; split ones are gone with their old names', async () => {
  expect(await unknownPermissions(house)).toEqual(['finance.gone'])
})

test('what people have kept leads where it led: favourites, tabs, pinned lists; pins are applications there are', async () => {
  for (const name of people) {
    const { pins, ...kept } = await keptOf(app, tokenOf(name))
    const { pins: pinsBefore, ...keptBefore } = before.kept[name] ?? {}
    expect([name, kept]).toEqual([name, keptBefore])
    expect([name, pins?.length === 0]).toEqual([name, pinsBefore?.length === 0])
  }
})

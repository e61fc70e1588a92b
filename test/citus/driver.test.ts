/**
 * The same quarter of work on two databases: each step and each read answers the same. With CITUS_URL (npm run test:citus) the second one
 * is a cluster; else both are plain PostgreSQL, which proves the driver, and the statements that were sent are held against the habits that
 * several machines need.
 */
import { beforeAll, expect, test } from 'vitest'
import { openImports } from '../setup/amazon-imports.ts'
import { coordinatorUrl } from './cluster.ts'
import { Habits, type Breach } from './habits.ts'
import { noteSent } from './sent.ts'
import { driven, type Done } from './steps.ts'

const clusterMs = coordinatorUrl === undefined ? undefined : 3_600_000
const sent = new Set<string>()
let plain: readonly Done[]
let other: readonly Done[]
let breaches: readonly Breach[]

beforeAll(async () => {
  const end = noteSent(({ text }) => sent.add(text))
  const one = await openImports(undefined, true, true)
  plain = await driven(one)
  end()
  const habits = new Habits(one.house.registry.resources.values())
  // the queue's own statements never touch our tables
  breaches = [...sent].filter(statement => !statement.includes('graphile_worker')).flatMap(statement => habits.of(statement))
  await one.close()
  const two = await openImports(undefined, true)
  other = await driven(two)
  await two.close()
  // a cluster makes each table on every machine
}, clusterMs)

test('the work is work: files come in, figures are there, months are checked, nothing is found wrong', () => {
  const answers = new Map(plain.map(({ step, answer }) => [step, answer]))
  expect(plain.length).toBeGreaterThan(100)
  expect(answers.size).toBe(plain.length)
  expect(answers.get('import: transactions')).toMatchObject({ state: 'done', lines: { merged: 40, unchanged: 0 } })
  expect(answers.get('import: the same again')).toMatchObject({ lines: { merged: 0, unchanged: 40 } })
  expect(answers.get('import: of another marketplace')).toMatchObject({ lines: { merged: 12 } })
  expect(answers.get('import: a settlement')).toMatchObject({ state: 'done' })
  expect(answers.get('audit again')).toMatchObject({ code: 0, data: { changed: 0 } })
  expect(answers.get('undo of the batch')).toMatchObject({ code: 0, undone: { restored: 3 } })
  expect(answers.get('an import is taken back')).toMatchObject({ code: 0 })
  expect(answers.get('proof')).toEqual([])
  expect(answers.get('trail')).toEqual([])
  expect(answers.get('restore')).toMatchObject({ same: true, missing: [] })
  const read = [...answers].filter(([step]) => step.startsWith('after'))
  // 1003: what a boss does not see
  expect(read.filter(([, answer]) => ![0, 1003].includes((answer as { code: number }).code))).toEqual([])
  expect(read.filter(([, answer]) => Number((answer as { total?: number }).total) > 0).length).toBeGreaterThan(60)
})

test('every step answers the same on the other database', () => {
  expect(other.map(({ step }) => step)).toEqual(plain.map(({ step }) => step))
  // all that differ are named
  for (const [i, { step, answer }] of plain.entries()) expect.soft(other[i]?.answer, step).toEqual(answer)
})

test('no statement that was sent would be refused, or answer otherwise, on several machines', () => {
  expect(sent.size).toBeGreaterThan(500)
  expect(breaches).toEqual([])
})

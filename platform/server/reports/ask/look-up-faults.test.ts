/** Every look-up of every report, misspelt word by word: each stops the start with a sentence that names report, dimension and word. */
import { expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import type { Dimension, Step } from '#platform/declare/dimension.ts'
import type { Report } from '#platform/declare/report.ts'
import { withHouseAreas } from '../../open-house.ts'
import { registryOf } from '../../registry-of.ts'
import { lookUpFaults } from './look-up-faults.ts'

const all = withHouseAreas(areas)
const { resources, reports } = registryOf(all)
const lookUps = [...reports.values()].flatMap(({ report }) =>
  Object.entries(report.dimensions).flatMap(([name, d]) => (d.via === undefined ? [] : [[report, name, d, d.via] as const])),
)
const faultsOf = (report: Report, name: string, d: Dimension): string =>
  lookUpFaults({ ...report, dimensions: { ...report.dimensions, [name]: d } }, resources).join('\n')

test('as they stand none is misspelt', () => {
  expect(lookUps.length).toBeGreaterThan(20)
  for (const { report } of reports.values()) expect(lookUpFaults(report, resources)).toEqual([])
})

test.each(lookUps.map(one => [`${one[0].name}.${one[1]}`, ...one] as const))('%s', (_title, report, name, d, via) => {
  const at = `report ${report.name}: ${name}: `
  const [first, ...further] = via.steps
  if (first === undefined) throw new Error(`${at}a look-up without steps`)
  const withFirst = (more: object): Dimension => ({ ...d, via: { ...via, steps: [{ ...first, ...more } as Step, ...further] } })
  const [[field, key] = ['', '']] = Object.entries(first.on)
  expect(faultsOf(report, name, { ...d, unmatched: ['无', 'None'] } as Dimension)).toBe(`${at}unmatched is no word of it`)
  expect(faultsOf(report, name, withFirst({ validBetwen: { from: 'a', to: 'b' } }))).toBe(
    `${at}look-up in ${first.table}: validBetwen is no word of it`,
  )
  expect(faultsOf(report, name, withFirst({ table: 'nowhere' }))).toContain(`${at}look-up in nowhere: there is no such table`)
  expect(faultsOf(report, name, withFirst({ on: { [`${field}x`]: key } }))).toBe(
    `${at}look-up in ${first.table}: it has no field ${field}x`,
  )
  expect(faultsOf(report, name, withFirst({ on: { [field]: `${key}x` } }))).toBe(
    `${at}look-up in ${first.table}: ${key}x is no key of a roll-up`,
  )
  expect(faultsOf(report, name, { ...d, via: { ...via, value: 'nothing' } })).toContain('it has no field nothing')
})

test('a report with one does not start', () => {
  const [report, name, d, via] = lookUps[0] ?? []
  if (report === undefined || name === undefined || d === undefined || via === undefined) throw new Error('no look-up')
  const wrong = { ...report, dimensions: { ...report.dimensions, [name]: { ...d, via: { ...via, value: 'nothing' } } } }
  const changed = all.map(area => ({
    ...area,
    ...(area.reports === undefined
      ? {}
      : { reports: area.reports.map(face => (face.report === report ? { ...face, report: wrong } : face)) }),
  }))
  expect(() => registryOf(changed)).toThrow(`report ${report.name}: ${name}: look-up in`)
})

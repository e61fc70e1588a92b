import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { areas } from '#areas/index.ts'
import { houseArea } from '#platform/server/house-area.ts'
import { serverArea } from '#platform/server/http/area.ts'
import { differenceOf, listedCalls, specifiedCalls } from './served.ts'

const file = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8')

test('every call of the specification is served, or stands in not-yet-served.txt, which only shrinks', () => {
  const specified = specifiedCalls(file('endpoints.tsv'))
  const bound = [houseArea, serverArea, ...areas].flatMap(area => Object.keys(area.routes))
  const notYet = listedCalls(file('not-yet-served.txt'))
  const { nowServed, missing, unknown } = differenceOf(specified, bound, notYet)
  expect(nowServed, 'served now: remove these lines from not-yet-served.txt').toEqual([])
  expect(missing, 'served no more: put the routes back').toEqual([])
  expect(unknown, 'not-yet-served.txt names calls that the specification does not know').toEqual([])
  console.info(
    `calls of the specification: ${specified.length}, served ${specified.length - notYet.length}, not yet served ${notYet.length}`,
  )
})

test('every call beside the specification is written down', () => {
  const specified = new Set(specifiedCalls(file('endpoints.tsv')).map(call => call.split(' ')[1]))
  const written = readFileSync(join(import.meta.dirname, '../../docs/added-calls.md'), 'utf8')
  const rows = written.split('\n').filter(line => line.startsWith('|'))
  const isWritten = (path: string): boolean => {
    const [, family = '', verb = ''] = path.split('/')
    return rows.some(row => row.includes(`/${family}`) && new RegExp(`\\b${verb}\\b`).test(row))
  }
  const added = [houseArea, serverArea, ...areas].flatMap(area => Object.keys(area.routes)).map(key => key.slice(key.indexOf(' ') + 1))
  expect(added.filter(path => !specified.has(path) && !isWritten(path))).toEqual([])
})

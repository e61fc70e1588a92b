/** What is wrong with how dimensions look up their values: words, tables and fields that are not there. It stops the start. Pure. */
import type { Dimension, Step } from '#platform/declare/dimension.ts'
import { rollupsOfReport, type Report } from '#platform/declare/report.ts'
import type { Resource } from '#platform/declare/resource.ts'

const stepWords: { readonly [Word in keyof Step]-?: true } = { table: true, on: true, validBetween: true }
const dimensionWords: { readonly [Word in keyof Dimension]-?: true } = {
  title: true,
  kind: true,
  time: true,
  keys: true,
  via: true,
  fallbackLookup: true,
  label: true,
  codes: true,
  choices: true,
  target: true,
  about: true,
  tree: true,
  unmatchedLabel: true,
  emptyLabel: true,
  opens: true,
  many: true,
  counts: true,
}
/** fields that the server gives to tables */
const given: ReadonlySet<string> = new Set(['id', 'orgId', 'version', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy'])

const stray = (of: object, words: object): string[] =>
  Object.keys(of).flatMap(word => (Object.hasOwn(words, word) ? [] : [`${word} is no word of it`]))

export function lookUpFaults(report: Report, resources: ReadonlyMap<string, Resource>): string[] {
  const keys = new Set(rollupsOfReport(report).flatMap(of => Object.keys({ ...of.keys, ...of.lineKeys })))
  const lacks = (table: string, field: string): boolean => {
    const r = resources.get(table)
    return r !== undefined && !Object.hasOwn(r.fields, field) && !given.has(field)
  }
  const ofWay = ({ steps, value }: NonNullable<Dimension['via']>): string[] =>
    steps.flatMap((step, at) => {
      const before = steps[at - 1]
      const { from, to } = step.validBetween ?? {}
      const fields = [...Object.keys(step.on), ...[from, to].flatMap(one => one ?? []), ...(at === steps.length - 1 ? [value] : [])]
      return [
        ...stray(step, stepWords).map(fault => `look-up in ${step.table}: ${fault}`),
        ...(resources.has(step.table) ? [] : [`look-up in ${step.table}: there is no such table`]),
        ...fields.filter(field => lacks(step.table, field)).map(field => `look-up in ${step.table}: it has no field ${field}`),
        ...Object.values(step.on)
          .filter(from => (before === undefined ? !keys.has(from) : lacks(before.table, from)))
          .map(from => `look-up in ${step.table}: ${from} is no ${before === undefined ? 'key of a roll-up' : `field of ${before.table}`}`),
      ]
    })
  return Object.entries(report.dimensions).flatMap(([name, d]) =>
    [...stray(d, dimensionWords), ...[d.via, d.fallbackLookup].flatMap(way => (way === undefined ? [] : ofWay(way)))].map(
      fault => `report ${report.name}: ${name}: ${fault}`,
    ),
  )
}

/** What is wrong with formulas of lines and sums of documents: the program does not start with a fault. */
import type { Field } from '#platform/declare/fields.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { FormulaError, formulaOf, namesOf } from '#platform/format/formula.ts'
import { headerOf } from '../lists/drawings.ts'
import { documentPart } from './keep-typed.ts'

const read: ReadonlySet<string> = new Set(['integer', 'decimal', 'money', 'flag'])
const made: ReadonlySet<string> = new Set(['decimal', 'money'])

export function typedFaults(r: Resource, resources: ReadonlyMap<string, Resource>): string[] {
  const header = headerOf(r, resources)
  const seen: string[] = []
  return Object.entries(r.fields).flatMap(([name, field]) => {
    const { typed, sumOf } = field.options
    const faults =
      typed === undefined ? [] : formulaFaults(r, header, field, typed, seen).map(fault => `${r.table}.${name}: typed: ${fault}`)
    if (typed !== undefined) seen.push(name)
    return [
      ...faults,
      ...(sumOf === undefined ? [] : sumFaults(r, field, sumOf, resources).map(fault => `${r.table}.${name}: sum: ${fault}`)),
    ]
  })
}

function formulaFaults(r: Resource, header: Resource | undefined, { kind }: Field, text: string, before: readonly string[]): string[] {
  if (header === undefined) return ['only lines of a document have formulas']
  if (!made.has(kind)) return ['a formula makes a decimal or money']
  try {
    return namesOf(formulaOf(text)).flatMap(name => {
      const isOfDocument = name.startsWith(documentPart)
      const field = isOfDocument ? ownValue(header.fields, name.slice(documentPart.length)) : ownValue(r.fields, name)
      if (field === undefined || !read.has(field.kind)) return [`${name} is no figure`]
      return field.options.typed !== undefined && !before.includes(name) ? [`${name} is made later, or by itself`] : []
    })
  } catch (error) {
    if (!(error instanceof FormulaError)) throw error
    return [`“${text}” is no formula: ${error.message}`]
  }
}

function sumFaults(r: Resource, { kind }: Field, of: string, resources: ReadonlyMap<string, Resource>): string[] {
  const lines = [...resources.values()].find(one => one.linesOf !== undefined && headerOf(one, resources)?.table === r.table)
  if (lines === undefined) return ['it has no lines']
  const summed = ownValue(lines.fields, of)
  return made.has(kind) && summed !== undefined && [...made, 'integer'].includes(summed.kind)
    ? []
    : [`${of} is no figure of ${lines.table}`]
}

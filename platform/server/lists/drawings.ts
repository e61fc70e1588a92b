/** Which lines are drawn from which, as the declarations say it. */
import type { Draw } from '#platform/declare/draws.ts'
import { ownValue } from '#platform/declare/own-value.ts'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Registry } from '../contract/registry.ts'

/** A draw with the tables on both sides. */
export interface Drawing {
  readonly draw: Draw
  readonly lines: Resource
  readonly header: Resource
  readonly source: Resource
  readonly sourceHeader: Resource
}

const found = new WeakMap<Pick<Registry, 'resources'>, readonly Drawing[]>()

export const headerOf = (lines: Resource, resources: Registry['resources']): Resource | undefined =>
  resources.get(ownValue(lines.fields, lines.linesOf?.field ?? '')?.to ?? '')

/** All of the house; a draw whose tables are not there is a fault that the start has named. */
export function drawings(registry: Pick<Registry, 'resources'>): readonly Drawing[] {
  const known = found.get(registry)
  if (known !== undefined) return known
  const { resources } = registry
  const all = [...resources.values()].flatMap(lines =>
    (lines.linesOf?.draws ?? []).flatMap((draw): Drawing[] => {
      const source = resources.get(draw.from)
      const [header, sourceHeader] = [headerOf(lines, resources), source && headerOf(source, resources)]
      return source && header && sourceHeader ? [{ draw, lines, header, source, sourceHeader }] : []
    }),
  )
  found.set(registry, all)
  return all
}

/** Codes of these states of a document, for a statement; null: it has no states. */
export function codesOf(r: Resource, names: readonly string[] | undefined): readonly number[] | null {
  const choices = ownValue(r.fields, r.states?.field ?? '')?.choices
  if (choices === undefined || names === undefined) return null
  return names.flatMap(name => {
    const one = ownValue(choices, name)
    return one === undefined ? [] : [one[0]]
  })
}

/** A document of this table is in one of these states. */
export function isIn(r: Resource, names: readonly string[] | undefined): RawBuilder<boolean> {
  const codes = codesOf(r, names)
  return codes === null ? sql<boolean>`true` : sql<boolean>`${sql.ref(`${r.table}.${columnOf(r.states?.field ?? '')}`)} = any(${codes})`
}

/** The column of lines that refers to their document. */
export const ofColumn = ({ linesOf }: Resource): string => columnOf(linesOf?.field ?? '')

/** Whether documents of this table are drawn from others, or others from them. */
export const isInChain = (registry: Pick<Registry, 'resources'>, r: Resource): boolean =>
  drawings(registry).some(one => one.header.table === r.table || one.sourceHeader.table === r.table)

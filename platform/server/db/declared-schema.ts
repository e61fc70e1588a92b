/** The declarations as a script that builds a database: what migrations are compared with, and what tests of a few areas are built from. */
import { createHash } from 'node:crypto'
import type { Resource } from '#platform/declare/resource.ts'
import { narrowTables, schemaDdl } from './ddl.ts'
import { grantExceptions, type Migration } from './migrate.ts'
import { splitStatements } from './split-statements.ts'

export type Resources = ReadonlyMap<string, Resource>

/** A later migration that says nothing but how functions are now. */
const isFunctionsAlone = ({ sql }: Migration): boolean =>
  splitStatements(sql).every(s => /^(?:\s*--.*\n)*\s*(?:create or replace|revoke all on) function\b/i.test(s))

/** The first migration, where functions and what they stand on are written by hand, and how functions are now. */
export const handWritten = (migrations: readonly Migration[]): Migration[] => [
  ...migrations.slice(0, 1),
  ...migrations.slice(1).filter(isFunctionsAlone),
]

/** Tables and rights, as they are declared. */
export const declaredMigration = (resources: Resources, name?: string): Migration =>
  lastMigration([...grantLines([], resources), scriptOf(schemaDdl(resources))], name)

/** What builds a database from the declarations. */
export const declaredMigrations = (migrations: readonly Migration[], resources: Resources, name?: string): Migration[] => [
  ...handWritten(migrations),
  declaredMigration(resources, name),
]

/** One script of several statements. */
export const scriptOf = (statements: readonly string[]): string => statements.map(s => `${s};`).join('\n')

/** Comment lines that give the runtime role its rights where they differ from what the migrations have said so far. */
export function grantLines(migrations: readonly Migration[], resources: Resources): string[] {
  const said = new Map(grantExceptions([...migrations]).map(e => [e.table, e.privileges.toSorted().join(',')]))
  const may = narrowTables(resources)
  const narrow = [...may]
    .filter(([table, rights]) => said.get(table) !== rights)
    .map(([table, rights]) => `-- grant: ${rights === 'select' ? rights : 'select,insert'} on ${table}`)
  const wide = [...said.keys()].filter(
    table => resources.has(table) && !may.has(table) && said.get(table) !== 'delete,insert,select,update',
  )
  return [...narrow, ...wide.map(table => `-- grant: select,insert,update,delete on ${table}`)]
}

/** A migration that no file holds, named after all others unless told otherwise. */
export function lastMigration(parts: readonly string[], name = '9999_declared'): Migration {
  const sql = parts.join('\n')
  return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
}

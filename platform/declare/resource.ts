/** Resource: records of one table. Row, insert and update types and the kysely database type are inferred from the fields. */
import {
  strayWords,
  type AccessWords,
  type LifeWords,
  type ListWords,
  type RecordWords,
  type StorageWords,
  type TableKind,
} from './chapters.ts'
import type { Field, Fields } from './fields.ts'
import type { Title } from './title.ts'
import { withPeriod } from './validity.ts'

/** A declaration: five chapters of words beside the fields. `resource` joins them to one flat value. */
export interface ResourceDefinition<
  F extends Fields,
  Primary extends readonly string[] | undefined = readonly (keyof F & string)[] | undefined,
  Organisation extends false | undefined = false | undefined,
> {
  /** list type on the wire (/listField/getByType); absent: no list, an inner table */
  readonly type?: string
  readonly title: Title
  readonly access: AccessWords<keyof F & string>
  readonly fields: F
  readonly list?: ListWords<keyof F & string>
  readonly record?: RecordWords<keyof F & string>
  readonly storage?: Omit<StorageWords<keyof F & string>, 'primary' | 'organisation'> & {
    readonly primary?: Primary
    readonly organisation?: Organisation
  }
  readonly life?: LifeWords<keyof F & string>
}

export interface Resource<N extends string = string, F extends Fields = Fields, S extends Standard = Standard>
  extends AccessWords, ListWords, RecordWords, Omit<StorageWords, 'kind' | 'primary'>, LifeWords {
  readonly noun: 'resource'
  readonly table: N
  readonly type?: string
  readonly title: Title
  readonly kind: TableKind
  readonly fields: F
  readonly primary: readonly string[] | undefined
  /** a document with its lines, as a workbook has both (platform/server/lists/with-lines.ts): no table */
  readonly joins?: { readonly header: Resource; readonly lines: Resource }
  readonly standard: S
}

/** Which standard columns a table has: organisation's record, everybody's record, none. */
export type Standard = 'organisation' | 'global' | 'none'
type StandardOf<Primary, Organisation> = Primary extends readonly string[] ? 'none' : Organisation extends false ? 'global' : 'organisation'

export function resource<
  const N extends string,
  F extends Fields,
  const Primary extends readonly (keyof F & string)[] | undefined = undefined,
  Organisation extends false | undefined = undefined,
>(table: N, definition: ResourceDefinition<F, Primary, Organisation>): Resource<N, F, StandardOf<Primary, Organisation>> {
  const { type, title, access, fields: given, list, record, storage, life } = definition
  const [stray] = strayWords(table, definition)
  if (stray !== undefined) throw new Error(stray)
  const standard: Standard = storage?.primary ? 'none' : storage?.organisation === false ? 'global' : 'organisation'
  const stated = life?.states === undefined ? given : withState(given, life.states.field)
  const fields = life?.validity === undefined ? stated : withPeriod(stated, life.validity)
  return {
    noun: 'resource',
    table,
    ...(type === undefined ? {} : { type }),
    title,
    kind: 'local',
    ...access,
    ...list,
    ...record,
    ...storage,
    ...life,
    fields,
    standard,
    primary: storage?.primary,
  } as Resource<N, F, StandardOf<Primary, Organisation>>
}

/** Nobody types a state. */
const withState = (fields: Fields, name: string): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([key, field]) => [key, key === name ? { ...field, options: { ...field.options, computed: true } } : field]),
  )

export { columnOf } from './column-name.ts'
export const permissionOf = (r: Resource): string => r.permission ?? r.type ?? r.table
/** A reference to it is chosen from a tree. */
export const isChosenAsTree = (r: Resource | undefined): r is Resource & { readonly tree: string } =>
  r?.tree !== undefined && r.option?.search === undefined

export const labelOf = (r: Resource): string => r.label ?? ('name' in r.fields ? 'name' : 'code' in r.fields ? 'code' : 'id')
/** The field that names a record in a language. */
export const labelIn = (r: Resource, language: 'zh' | 'en'): string => (language === 'en' ? (r.labelEn ?? labelOf(r)) : labelOf(r))
/** Its records belong to no organisation and are seen by all: changed by administrators of the installation alone. */
export const isInstallations = (r: Resource): boolean => r.standard === 'global' && r.scope.all?.length === 0
/** Columns that identify a row: the declared key, else id. */
export const primaryOf = (r: Resource): readonly string[] => r.primary ?? ['id']

// ---- inferred database types (kysely's ColumnType by structure, so that this file imports nothing)
interface Column<S, I, U> {
  readonly __select__: S
  readonly __insert__: I
  readonly __update__: U
}
type Snake<K extends string> = K extends `${infer A}${infer Rest}`
  ? A extends Lowercase<A>
    ? `${A}${Snake<Rest>}`
    : `_${Lowercase<A>}${Snake<Rest>}`
  : K
type ColumnType<X> =
  X extends Field<infer T, infer Null, infer Gen>
    ? Null extends true
      ? Column<T | null, T | null | undefined, T | null>
      : Gen extends true
        ? Column<T, T | undefined, T>
        : T
    : never
interface RecordColumns {
  id: Column<string, string | undefined, never>
  version: Column<number, number | undefined, number>
  created_at: Column<string, string | undefined, never>
  created_by: Column<string | null, string | null | undefined, never>
  updated_at: Column<string, string | undefined, string>
  updated_by: Column<string | null, string | null | undefined, string | null>
}
type Standards = { organisation: RecordColumns & { org_id: Column<string, string, never> }; global: RecordColumns; none: {} }
export type TableOf<R> =
  R extends Resource<string, infer F, infer S> ? { [K in keyof F as Snake<K & string>]: ColumnType<F[K]> } & Standards[S] : never
type ValueOf<X> = X extends Field<infer T, infer Null, boolean> ? (Null extends true ? T | null : T) : never
/** A record of it as hooks, followers and steps have it: values by name, as its list tells them; one that may be empty is null then. */
export type RowOf<R> =
  R extends Resource<string, infer F, Standard>
    ? { readonly id: string; readonly version?: number } & { readonly [K in keyof F]: ValueOf<F[K]> }
    : never
/** As an interface, `interface Database extends DatabaseOf<typeof all> {}`: an alias is instantiated everywhere. */
export type DatabaseOf<M> = { [K in keyof M as M[K] extends Resource<infer N, Fields, Standard> ? N : never]: TableOf<M[K]> }

/** Names of tables and of referenced tables, for the compile-time check that every reference points at something. */
export type NamesOf<M> = { [K in keyof M]: M[K] extends Resource<infer N, Fields, Standard> ? N : never }[keyof M]
export type TargetsOf<M> = {
  [K in keyof M]: M[K] extends Resource<string, infer F, Standard>
    ? { [L in keyof F]: F[L] extends { readonly to: infer T } ? T : never }[keyof F]
    : never
}[keyof M]

/** Fields by which a file means a record: its natural key, else its own primary key. */
export const identityOf = (r: {
  readonly key?: readonly string[] | undefined
  readonly primary?: readonly string[] | undefined
}): readonly string[] => r.key ?? r.primary ?? []

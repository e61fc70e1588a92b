/** Resource: records of one table. Row, insert and update types and the kysely database type are inferred from the fields. */
import type { Approval } from './approval.ts'
import type { Closes } from './closes.ts'
import type { Draw, Progress } from './draws.ts'
import type { Field, Fields } from './fields.ts'
import type { LedgerWords } from './ledger-words.ts'
import type { Publishing } from './publishing.ts'
import type { RecordPage } from './record-page.ts'
import type { Scope } from './scope.ts'
import type { ShownAs } from './shown-as.ts'
import type { Machine } from './states.ts'
import type { Title } from './title.ts'
import { withPeriod, type Validity } from './validity.ts'

/**
 * shop: what a marketplace reports by shop, counted in millions; reference: small, joined by everything; local: the rest, said nowhere
 * because it is the default (docs/architecture.md, "Growing past one machine").
 */
export type TableKind = 'shop' | 'reference' | 'local'

export interface OptionWords<Name extends string = string> {
  /** text fields a keyword is looked for in, beside the label */
  readonly search?: readonly Name[]
  /** text fields of the second line */
  readonly detail?: readonly Name[]
  /** the same in English */
  readonly detailEn?: readonly Name[]
  /** what the record belongs to, by which `groups` filters put it: a reference, or a text */
  readonly group?: Name
}

/** Which field names the shop or site (absent: the records belong to none), and which the day or the year. */
export type BatchDelete<Name extends string = string> =
  | { readonly by?: Name; readonly date: Name }
  | { readonly by?: Name; readonly year: Name }

/** Records where this field names the employee who asks (asked, handled, watched), or whose instant has passed (overdue). */
export type View<Name extends string = string> = { readonly name: string; readonly title: Title } & (
  | { readonly me: Name }
  | { readonly past: Name }
)

export interface ThreadWords {
  /** states, by their names in code, in which nobody writes any more */
  readonly closedIn?: readonly string[]
  /** flag of the record: where it is not set, nobody writes */
  readonly openIf?: string
  /** a comment that was answered is not deleted; absent: it leaves its place */
  readonly keepsAnswered?: true
}

/** These records are lines of the document that the field refers to, at most so many of one (declare/document.ts). */
export interface LineWords<Name extends string = string> {
  readonly field: Name
  readonly max: number
  /** not in the form of the document: an action of its own asks for them */
  readonly apart?: true
  /** they are made from open lines of other documents (declare/draws.ts) */
  readonly draws?: readonly Draw<Name>[]
  /** the state of their document follows from their sums */
  readonly progress?: Progress<Name>
}

export interface ResourceDefinition<F extends Fields> {
  /** list type on the wire (/listField/getByType); absent: no list, an inner table */
  readonly type?: string
  readonly title: Title
  /** local unless said */
  readonly kind?: Exclude<TableKind, 'local'>
  readonly scope: Scope
  readonly fields: F
  /**
   * every employee may list, add, change and delete its records, as far as its scope and its states let him; other operations are granted
   */
  readonly forEverybody?: true
  /** permission its routes demand; absent: the type */
  readonly permission?: string
  /** own primary key by field names: the table then has none of the standard columns */
  readonly primary?: readonly (keyof F & string)[]
  /** false: belongs to no organisation (countries, currencies) */
  readonly organisation?: false
  /** natural key: unique (with org_id where there is one), used by import and references by name */
  readonly key?: readonly (keyof F & string)[]
  readonly unique?: readonly (readonly (keyof F & string)[])[]
  /** it holds from a day to a day, and on no day two of them for the same (declare/validity.ts) */
  readonly validity?: Validity<keyof F & string>
  /** further indexes; a field name, or `-name` for descending; `where` is plain SQL over column names */
  readonly index?: readonly (readonly string[] | { readonly on: readonly string[]; readonly where: string })[]
  /** reference to the record above it: the records are a tree, chosen as one and never in a circle */
  readonly tree?: keyof F & string
  /** deletion of many, where they have one by shop or site (`by`), and a period (`date`) or a whole year (`year`) */
  readonly batchDelete?: BatchDelete<keyof F & string>
  /**
   * the number, code or SKU by whose beginning the search over everything finds its records; it leads an index, behind organisation or shop
   * at most
   */
  readonly find?: keyof F & string
  /**
   * text fields in which words are looked for, by the list's 全部文本 and the search over everything; absent: label, key, numbers and what its
   * selects look in (declare/search.ts); false: nowhere
   */
  readonly search?: false | readonly (keyof F & string)[]
  /** texts that not everybody sees and that a call looks in (`soughtPredicate`): they have the index of a search, and no list asks it */
  readonly sought?: readonly (keyof F & string)[]
  /** what a reference to this resource shows; absent: `name` where there is one */
  readonly label?: keyof F & string
  /** the same in English; where a record has none, its label */
  readonly labelEn?: keyof F & string
  /** files field of pictures: the first stands beside the label, of the record itself and of what refers to it */
  readonly picture?: keyof F & string
  /** how a select offers the records of this resource, where the label alone does not tell them apart */
  readonly option?: OptionWords<keyof F & string>
  readonly sort?: { readonly field: (keyof F & string) | 'id' | 'createdAt'; readonly way: 'ASC' | 'DESC' }
  /** shop facts: date field that every read is bounded by, with a default period in days */
  readonly bound?: { readonly field: keyof F & string; readonly days: number }
  /**
   * records are what there is at the end of a month (this field): months are not added up, the totals of a list are those of the last month
   * that it finds
   */
  readonly balancesOf?: keyof F & string
  /** a field that says the same of all records: the page tells it beside its title, as the first record has it */
  readonly told?: keyof F & string
  /** partitioned by month on this date field (part of the primary key) */
  readonly byMonth?: keyof F & string
  /** its records belong to months of the books and stay as they are once those are closed (declare/closes.ts) */
  readonly closes?: Closes<keyof F & string>
  /** the only fields a person may set (facts: amounts and dates of a line never change); absent: all that are not computed */
  readonly editable?: readonly (keyof F & string)[]
  /** unlogged: staging, lost in a crash on purpose */
  readonly unlogged?: true
  /** append-only for the runtime role: no update, no delete */
  readonly appendOnly?: true
  /** the runtime role may only read it: a function of the database writes it */
  readonly readOnly?: true
  /** its records are the entries of a ledger (declare/ledger.ts) */
  readonly ledger?: LedgerWords
  /**
   * the author of a record is known to nobody: of each (true), or of those that have this flag set when they are added. What he writes of
   * it carries no author anywhere (db/sealed-author.ts); others who change it are named as everywhere
   */
  readonly sealedAuthor?: true | (keyof F & string)
  /** tabs above the list that everybody has */
  readonly views?: readonly View<keyof F & string>[]
  /** board, calendar, Gantt and tree, beside the table */
  readonly shownAs?: ShownAs<keyof F & string>
  /** states and the steps between them; the field of the state is then set by steps alone */
  readonly states?: Machine
  /** what of its records waits for an approval, once a flow is published for them (platform/declare/approval.ts) */
  readonly approval?: Approval
  /** each record has a conversation: comments, answers, mentions, files (platform/server/thread) */
  readonly thread?: true | ThreadWords
  /**
   * subjects of the audit trail, beside the table's own, whose entries are kept under the ids of these records: what was granted to an
   * employee
   */
  readonly historyToo?: readonly string[]
  /**
   * a reference of this resource to records of the installation, which an organisation may call by a `name` of its own here, or not offer
   * (`hidden`)
   */
  readonly ownWordsOf?: keyof F & string
  /** lines of a document: `lines` of declare/document.ts says it */
  readonly linesOf?: LineWords<keyof F & string>
  /** what is published of it, or of what it is published (declare/publishable.ts) */
  readonly publishing?: Publishing
  /** the page of one record, where it shall differ from what follows from the fields */
  readonly recordPage?: RecordPage<(keyof F & string) | 'createdAt' | 'updatedAt'>
  /** one sentence for the empty list: what belongs here */
  readonly empty?: Title
  /** a query stands in place of the table (platform/server/db/view.ts) */
  readonly isView?: true
  /** extra constraint, e.g. a check; plain SQL over column names */
  readonly checks?: readonly string[]
}

export interface Resource<N extends string = string, F extends Fields = Fields, S extends Standard = Standard> extends Omit<
  ResourceDefinition<Fields>,
  | 'kind'
  | 'ownWordsOf'
  | 'primary'
  | 'key'
  | 'unique'
  | 'validity'
  | 'tree'
  | 'find'
  | 'search'
  | 'label'
  | 'labelEn'
  | 'picture'
  | 'option'
  | 'sort'
  | 'bound'
  | 'balancesOf'
  | 'told'
  | 'byMonth'
  | 'closes'
  | 'editable'
  | 'sealedAuthor'
  | 'linesOf'
  | 'views'
  | 'shownAs'
  | 'recordPage'
> {
  readonly noun: 'resource'
  readonly table: N
  readonly kind: TableKind
  readonly fields: F
  readonly primary: readonly string[] | undefined
  readonly key?: readonly string[]
  readonly unique?: readonly (readonly string[])[]
  readonly validity?: Validity
  readonly tree?: string
  readonly ownWordsOf?: string
  readonly find?: string
  readonly search?: false | readonly string[]
  readonly label?: string
  readonly labelEn?: string
  readonly picture?: string
  readonly option?: OptionWords
  readonly sort?: { readonly field: string; readonly way: 'ASC' | 'DESC' }
  readonly bound?: { readonly field: string; readonly days: number }
  readonly balancesOf?: string
  readonly told?: string
  readonly byMonth?: string
  readonly closes?: Closes
  readonly batchDelete?: BatchDelete
  readonly editable?: readonly string[]
  readonly sealedAuthor?: true | string
  readonly linesOf?: LineWords
  /** a document with its lines, as a workbook has both (platform/server/lists/with-lines.ts): no table */
  readonly joins?: { readonly header: Resource; readonly lines: Resource }
  readonly views?: readonly View[]
  readonly shownAs?: ShownAs
  readonly recordPage?: RecordPage
  readonly standard: S
}

/** Which standard columns a table has: organisation's record, everybody's record, none. */
export type Standard = 'organisation' | 'global' | 'none'
type StandardOf<D> = D extends { primary: readonly string[] } ? 'none' : D extends { organisation: false } ? 'global' : 'organisation'

export function resource<const N extends string, F extends Fields, const D extends ResourceDefinition<F>>(
  table: N,
  definition: D & { fields: F },
): Resource<N, F, StandardOf<D>> {
  const standard: Standard = definition.primary ? 'none' : definition.organisation === false ? 'global' : 'organisation'
  const stated = definition.states === undefined ? definition.fields : withState(definition.fields, definition.states.field)
  const fields = definition.validity === undefined ? stated : withPeriod(stated, definition.validity)
  return { noun: 'resource', table, kind: 'local', ...definition, fields, standard, primary: definition.primary } as Resource<
    N,
    F,
    StandardOf<D>
  >
}

/** Nobody types a state. */
const withState = (fields: Fields, name: string): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([key, field]) => [key, key === name ? { ...field, options: { ...field.options, computed: true } } : field]),
  )

export { columnOf } from './column-name.ts'
export const permissionOf = (r: Resource): string => r.permission ?? r.type ?? r.table
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
/**
 * Use as an interface, not as an alias: `interface Database extends DatabaseOf<typeof all> {}` (an alias makes the compiler instantiate
 * everything everywhere).
 */
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

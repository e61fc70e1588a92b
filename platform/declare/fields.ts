/** Field builders: title in both languages, options, and (phantom) the value's type, nullability and whether an insert may leave it out. */
import type { CodeWords } from './code-words.ts'
import { inUse } from './in-use.ts'
import type { OnAdd } from './on-add.ts'
import type { ItemValue } from './wire-values.ts'
import type { Title } from './title.ts'
import type { Tone } from './tone.ts'

export type FieldKind =
  | 'text'
  | 'longText'
  | 'integer'
  | 'bigInteger'
  | 'decimal'
  | 'money'
  | 'date'
  | 'month'
  | 'dateTime'
  | 'choice'
  | 'choices'
  | 'flag'
  | 'reference'
  | 'links'
  | 'json'
  | 'items'
  | 'hash'
  | 'texts'
  | 'files'
  | 'lines'

/** Control of the filter bar. radio, checkbox, tags: opened below the filter; groups: records as tags below what they belong to. */
export type FilterAs = 'text' | 'radio' | 'checkbox' | 'tags' | 'select' | 'groups' | 'date' | 'dateRange' | 'numberRange'

export interface ItemsOf {
  readonly by: string
  readonly from: string
  readonly of: string
}
export interface Pure {
  readonly of: readonly string[]
  /** the values of those fields as the wire has them, in their order */
  readonly work: (...values: readonly unknown[]) => string | number | boolean | null
}

export interface FieldOptions {
  /** may be empty; the column is nullable */
  readonly optional?: boolean
  readonly default?: string | number | boolean
  /** text: characters; number: greatest value */
  readonly max?: number
  readonly min?: number
  readonly filter?: 'contains' | 'equals' | 'range' | 'select'
  /** the filter's control where the one its kind gets (platform/server/lists/filter-as.ts) does not fit */
  readonly filterAs?: FilterAs
  readonly sort?: boolean
  readonly total?: boolean
  /** in the list by default; false: only in the column chooser */
  readonly show?: boolean
  /** personal (identity, bank, pay): masked everywhere; told one by one to whoever has the operation `reveal`, and recorded */
  readonly sensitive?: boolean
  /** text: sensitive, and stored encrypted (SECRET_KEY): in no export, search or order; filter equals, for who may reveal it */
  readonly encrypted?: true
  readonly secret?: true // encrypted, and told to nobody again (secret-field.ts)
  /** an operation (from 100 on) that the column asks for, with its title; `orSelf`: the employee of the row sees it without */
  readonly see?: { readonly operation: number; readonly title: Title; readonly orSelf?: string }
  /** shown in the caller's own records alone, which this field tells; set by lists/column-rights.ts, never declared */
  readonly own?: string
  /** never on the wire (hashes, secrets) */
  readonly hidden?: boolean
  /** set by the server alone: shown, never in a form or import */
  readonly computed?: boolean
  /** `buyerId` or `buyerId.deptId`: what that was when the record was made; set by the server, never changed */
  readonly atCreation?: string
  /** set by the server when the record is made, shown and never asked for */
  readonly set?: { readonly onAdd: OnAdd }
  /** worked out by the database from columns of the same row (`computed.sql`) */
  readonly sql?: string
  /** worked out by the program from fields of the same row, and shown only (`computed.pure`) */
  readonly pure?: Pure
  /** worked out by the program from the day that this field of the same row names, and from today (`expiry`) */
  readonly expiry?: string
  /** of lines: a formula over figures of the line and of its document (platform/format/formula.ts), stored by the server */
  readonly typed?: string
  /** of a document: the sum of this field of its lines, stored by the server */
  readonly sumOf?: string
  readonly editDisabled?: boolean
  /** may be set in its cell of the list, where the list can be edited */
  readonly inline?: boolean
  readonly width?: number
  /** field of the same record that names this money's currency */
  readonly currency?: string
  readonly decimals?: number
  /** text: what its codes are called: a cell shows the word, and the code on hover */
  readonly codes?: CodeWords
  /** field of the same record whose text is told on hover of this one */
  readonly hover?: string
  /** integer: it names something (a line, a year) and counts nothing: written without thousand separators */
  readonly identifier?: true
  readonly help?: Title
  /** text: the page (`recordOf`) that this number leads to; reference: the list whose record of the same id it leads to */
  readonly linkTo?: string
  /** text: a form can read it from a bar code by the camera */
  readonly scan?: 'barcode'
  /** text: what it must name; zone: an IANA time zone that the program knows */
  readonly format?: 'zone'
  /** the control of a form where its kind has several: round buttons, boxes, searchable list, text with formats */
  readonly as?: 'radio' | 'checkbox' | 'select' | 'richText'
  /** date: the date field of the same record that ends the period this one begins; a form asks for both at once */
  readonly rangeTo?: string
  /** what the period is called in the form */
  readonly rangeTitle?: Title
  /** reference: only records of the target that agree with this one, field of this record -> field of the target */
  readonly narrowedBy?: Readonly<Record<string, string>>
  /** reference: only records of the target whose fields hold these values */
  readonly targetWhere?: Readonly<Record<string, string | number>>
  /** reference: of these only records whose fields hold these values are newly chosen; a record keeps what it has */
  readonly choosableWhere?: Readonly<Record<string, string | number>>
  /** reference: who may see the record names all of his organisation; SQL of the second line of the select (lists/named-rows.ts) */
  readonly ofOrganisation?: string
  /** of `ofOrganisation`: codes by which people write the record beside its label, each of one record, by an index (lists/named.ts) */
  readonly codesIn?: { readonly table: string; readonly of: string; readonly code: string }
  /** reference: rows stay when the record goes, so that its deletion can be taken back: no foreign key */
  readonly noForeignKey?: true
  /** reference: the row goes with the record that it names; a name: only where this reference of the record says the same as the row */
  readonly goes?: true | string
  /** files: pictures alone */
  readonly accept?: 'image'
  /** rich text: bytes with its formats, in UTF-8 */
  readonly bytesMax?: number
  /** files: their text is read, and found by the search of the list and over everything, with the right to the record */
  readonly reads?: true
  /** files: who sees the record and lacks this right has no byte of them, but pictures of their pages with his name and the time in them */
  readonly closed?: { readonly operation: number; readonly title: Title }
  /** texts: what is looked for by all of some of them; an index leads to them */
  readonly ledBy?: 'all'
  /** files: a picture is cut to these pixels before it is stored */
  readonly crop?: { readonly width: number; readonly height: number }
  /** date: the form of a new record begins with today of the organisation */
  readonly opens?: 'today'
  /** date, dateTime: a value that is newly given may not lie before now, or before today of the organisation */
  readonly notBefore?: 'now'
  /** items: of the record that `by` names, declared by rows of the table `from` (declare/items-of.ts) */
  readonly itemsOf?: ItemsOf
  /** links: kept as rows of this table besides, which a scope asks by `member`; it refers to the record and to what is linked */
  readonly rowsIn?: string
  readonly offers?: 'events' // longText: one a line of these is chosen (platform/server/events)
  readonly due?: true // dateTime: something is due then; once it has passed it is shown as late
  /** other heads by which an import file may name this column where none has its title: the nearest first */
  readonly synonyms?: readonly string[]
}

export type Choices = Readonly<Record<string, readonly [code: number, zh: string, en: string, tone?: Tone]>>

/** T: the value as code sees it; Null: may be null; Gen: an insert may leave it out. */
export interface Field<T = unknown, Null extends boolean = boolean, Gen extends boolean = boolean> {
  readonly kind: FieldKind
  readonly title: Title
  readonly options: FieldOptions
  readonly choices?: Choices
  /** referenced table, and by which of its columns (id unless a natural key is named) */
  readonly to?: string
  readonly by?: string
  readonly scale?: number
  readonly _value?: T
  readonly _null?: Null
  readonly _generated?: Gen
}
export type Fields = Readonly<Record<string, Field>>

/** upload limit of the specification */
const filesMax = 8
/** records that one record links to, unless declared otherwise */
const linksMax = 50
/** names of the IANA database have at most 32 characters */
const zoneLengthMax = 50
/** the specification's cropper, px */
const cropDefault = { width: 154, height: 154 }

/** Words that a field of any kind may have. */
type Shared =
  | 'optional'
  | 'default'
  | 'show'
  | 'width'
  | 'help'
  | 'hover'
  | 'hidden'
  | 'sensitive'
  | 'see'
  | 'computed'
  | 'atCreation'
  | 'set'
  | 'editDisabled'
  | 'inline'
  | 'filter'
  | 'filterAs'
  | 'sort'
  | 'synonyms'
/** These, and words of one kind; one of another kind does not compile. */
type OptionsOf<Word extends keyof FieldOptions = never> = Pick<FieldOptions, Shared | Word> & {
  readonly [Other in Exclude<keyof FieldOptions, Shared | Word>]?: undefined
}
type TextOptions = OptionsOf<'encrypted' | 'secret' | 'min' | 'max' | 'codes' | 'linkTo' | 'scan' | 'as' | 'identifier'>
type ZoneOptions = OptionsOf<'max'>
type LongTextOptions = OptionsOf<'min' | 'max' | 'as' | 'offers'>
type RichTextOptions = OptionsOf<'max' | 'bytesMax'>
type IntegerOptions = OptionsOf<'min' | 'max' | 'total' | 'identifier'>
type DecimalOptions = OptionsOf<'min' | 'max' | 'total' | 'currency' | 'decimals'>
type DateOptions = OptionsOf<'rangeTo' | 'rangeTitle' | 'notBefore' | 'opens'>
type MonthOptions = OptionsOf<'rangeTo' | 'rangeTitle'>
type DateTimeOptions = OptionsOf<'notBefore' | 'due'>
type ChoiceOptions = OptionsOf<'as'>
type ReferenceOptions = OptionsOf<
  'narrowedBy' | 'targetWhere' | 'choosableWhere' | 'noForeignKey' | 'ofOrganisation' | 'codesIn' | 'goes' | 'as' | 'linkTo'
>
type LinksOptions = OptionsOf<'max' | 'narrowedBy' | 'targetWhere' | 'choosableWhere' | 'rowsIn'>
type FilesOptions = OptionsOf<'max' | 'accept' | 'reads' | 'closed'>
type ImageOptions = OptionsOf<'crop'>

type NullOf<O> = O extends { optional: true } ? true : false
type GenOf<O> = O extends { default: unknown } ? true : false
type Made<T, O> = Field<T, NullOf<O>, GenOf<O>>

/** Its value, nullability and default are what the builder says it answers. */
const make = <F extends Field>(kind: FieldKind, zh: string, en: string, options: FieldOptions | undefined, more: Partial<Field> = {}): F =>
  ({
    kind,
    title: [zh, en],
    options: {
      ...options,
      ...(options?.encrypted ? { sensitive: true } : {}),
      ...(options?.atCreation === undefined && options?.set === undefined ? {} : { computed: true }),
    },
    ...more,
  }) as F

export const text = <const O extends TextOptions = {}>(zh: string, en: string, options?: O): Made<string, O> =>
  make('text', zh, en, options)
/** Name of an IANA time zone: `Asia/Shanghai`. Another text is refused wherever the field is written. */
export const zoneName = <const O extends ZoneOptions = {}>(zh: string, en: string, options?: O): Made<string, O> =>
  make('text', zh, en, { max: zoneLengthMax, ...options, format: 'zone' })
export const longText = <const O extends LongTextOptions = {}>(zh: string, en: string, options?: O): Made<string, O> =>
  make('longText', zh, en, options)
/** HTML of the editor, cleaned by an allow-list whenever it is saved (platform/server/html). Not in the list unless chosen: it is long. */
export const richText = <const O extends RichTextOptions = {}>(zh: string, en: string, options?: O): Made<string, O> =>
  make('longText', zh, en, { show: false, ...options, as: 'richText' })
export const integer = <const O extends IntegerOptions = {}>(zh: string, en: string, options?: O): Made<number, O> =>
  make('integer', zh, en, options)
/** 64-bit number; a string in code and on the wire. */
export const bigInteger = <const O extends IntegerOptions = {}>(zh: string, en: string, options?: O): Made<string, O> =>
  make('bigInteger', zh, en, options)
/** numeric(20, scale) as exact decimal string; quantities have scale 6, rates 10 */
export const decimal = <const O extends DecimalOptions = {}>(zh: string, en: string, scale: number, options?: O): Made<string, O> =>
  make('decimal', zh, en, options, { scale })
/** numeric(20,4): exact decimal string, in the currency named by `options.currency` */
export const money = <const O extends DecimalOptions = {}>(zh: string, en: string, options?: O): Made<string, O> =>
  make('money', zh, en, options, { scale: 4 })
export const date = <const O extends DateOptions = {}>(zh: string, en: string, options?: O): Made<string, O> =>
  make('date', zh, en, options)
/** A calendar month, stored as its first day, `YYYY-MM` on the wire. */
export const month = <const O extends MonthOptions = {}>(zh: string, en: string, options?: O): Made<string, O> =>
  make('month', zh, en, options)
export const dateTime = <const O extends DateTimeOptions = {}>(zh: string, en: string, options?: O): Made<string, O> =>
  make('dateTime', zh, en, options)
export const flag = <const O extends OptionsOf = {}>(zh: string, en: string, options?: O): Made<boolean, O> => make('flag', zh, en, options)
/** Stored and sent as a number, named in code, titled in both languages. */
export const choice = <const C extends Choices, const O extends ChoiceOptions = {}>(
  zh: string,
  en: string,
  choices: C,
  options?: O,
): Made<C[keyof C][0], O> & { readonly choices: C } => make('choice', zh, en, options, { choices })
/** Several of the choices: their numbers, in the order of the declaration; none is null. */
export const choices = <const C extends Choices, const O extends ChoiceOptions = {}>(
  zh: string,
  en: string,
  of: C,
  options?: O,
): Made<C[keyof C][0][], O> & { readonly choices: C } => make('choices', zh, en, options, { choices: of })
/** Reference to another table by name (a thunk that returns a resource does not type-check once two point at each other). */
export const reference = <const N extends string, const O extends ReferenceOptions = {}>(
  zh: string,
  en: string,
  to: N,
  options?: O,
): Made<string, O> & { readonly to: N } => make('reference', zh, en, options, { to })
/** Reference by the target's natural key (currency code, marketplace code): the text itself is stored. */
export const referenceBy = <const N extends string, const O extends ReferenceOptions = {}>(
  zh: string,
  en: string,
  to: N,
  by: string,
  options?: O,
): Made<string, O> & { readonly to: N } => make('reference', zh, en, options, { to, by })
/**
 * References to several records of another table, by their ids, in the order chosen and each once; at most `max`. On the wire as ids with
 * the labels beside them, `<field>Label`. None is null. No foreign key stands behind it: the verbs keep a record that is linked to
 * (platform/server/records/refuse-linked.ts).
 */
export const links = <const N extends string, const O extends LinksOptions = {}>(
  zh: string,
  en: string,
  to: N,
  options?: O,
): Made<string[], O> & { readonly to: N } => make('links', zh, en, { max: linksMax, ...options }, { to })
/** Always optional, never on the wire as it is: the value's type can't be inferred and stands in angle brackets. */
export const json = <T>(zh: string, en: string, options?: OptionsOf): Field<T, true, boolean> =>
  make('json', zh, en, { hidden: true, ...options, optional: true })
/**
 * Values of items that another record asks for: what a type of work order wants to know. Empty is null; each item says whether it is
 * required.
 */
export const items = (zh: string, en: string, options: OptionsOf<'itemsOf'> & { readonly itemsOf: ItemsOf }) =>
  make<Field<readonly ItemValue[], true, boolean>>('items', zh, en, { ...options, optional: true })
/** 128-bit hash, stored as uuid. */
export const hash = <const O extends OptionsOf = {}>(zh: string, en: string, options?: O): Made<string, O> =>
  make('hash', zh, en, { hidden: true, ...options })
export const texts = <const O extends OptionsOf<'max' | 'ledBy'> = {}>(zh: string, en: string, options?: O): Made<string[], O> =>
  make('texts', zh, en, options)
/**
 * Stored files of a record, by id; at most `max`. On the wire as `{ id, name, size, type, link }`, sent back as ids. Only files that the
 * writer has uploaded himself can be added. None is null.
 */
export const files = <const O extends FilesOptions = {}>(zh: string, en: string, options?: O): Made<string[], O> =>
  make('files', zh, en, { max: filesMax, ...options })
/** Lines of a document in the form of an action (declare/document.ts): no column, what the form sends are changes by line. */
export const lineItems = (zh: string, en: string, to: string, options: FieldOptions): Field => make('lines', zh, en, options, { to })
/**
 * One item of a dictionary that the company keeps itself, by the number of the dictionary (areas/reference/dictionary-seed.ts). An item
 * that is no longer in use is not chosen any more.
 */
export const dictionary = <const O extends OptionsOf<'as'> = {}>(
  zh: string,
  en: string,
  code: number,
  options?: O,
): Made<string, O> & { readonly to: 'dictionary_item' } =>
  make(
    'reference',
    zh,
    en,
    { ...options, targetWhere: { dictionaryCode: code }, choosableWhere: { status: inUse.active[0] } },
    { to: 'dictionary_item' },
  )
/** The file by which a line came, by its import: named to whoever may see that. */
export const sourceFile = <const O extends OptionsOf = {}>(options?: O): Made<string, O> & { readonly to: 'import_run' } =>
  make('reference', '来源文件', 'Source file', { computed: true, noForeignKey: true, width: 240, ...options }, { to: 'import_run' })
/** One picture, cut to size in the browser. */
export const image = <const O extends ImageOptions = {}>(zh: string, en: string, options?: O): Made<string[], O> =>
  make('files', zh, en, { accept: 'image', crop: cropDefault, ...options, max: 1 })

/** No column that the database knows, in a table or worked out: the program says it when the row is there. */
export const isByProgram = ({ options }: Field): boolean => options.pure !== undefined || options.expiry !== undefined
/** No column of the table: whatever writes leaves it alone. */
export const isStored = (field: Field): boolean => field.options.sql === undefined && !isByProgram(field)

type Reckoned<F> = F extends Field<infer T, boolean, boolean> ? Omit<F, keyof Field> & Field<T, true, true> : never
const reckoned = <F extends Field>(field: F, by: FieldOptions): Reckoned<F> =>
  ({ ...field, options: { ...field.options, ...by, optional: true, computed: true } }) as unknown as Reckoned<F>

export const computed = {
  /** `expression`: plain SQL over column names of the row, the same whenever it is asked. Read in every way as a column is. */
  sql: <F extends Field>(field: F, expression: string): Reckoned<F> => reckoned(field, { sql: expression }),
  /** Shown in list, record and export; the database does not know it, so it has no filter, order or total. */
  pure: <F extends Field>(field: F, of: readonly string[], work: Pure['work']): Reckoned<F> => reckoned(field, { pure: { of, work } }),
  /** A figure of a line by a formula, `round(quantity * price, 2)` or with `document.taxRate`; empty where a figure is missing. */
  typed: <F extends Field>(field: F, formula: string): Reckoned<F> => reckoned(field, { typed: formula }),
  /** Of a document: the sum of a field of its lines, stored by the server. */
  sum: <F extends Field>(field: F, of: string): Reckoned<F> => reckoned(field, { sumOf: of }),
}

/**
 * Shop sheet: a report of a marketplace as data. One declaration gives the table of its lines, their staging, the file kind with its
 * reader, and the family that merges and takes back. A column is its heads and the field it fills; the kind of the field says how a cell is
 * read. Pure values.
 */
import { bigInteger, date, hash, integer, json, reference, sourceFile, text, type Field, type Fields } from './fields.ts'
import { resource, type Resource } from './resource.ts'
import { grantedShops, serverOnly } from './scope.ts'
import type { KindOrigin } from './kind-origin.ts'
import type { OtherReport } from './other-report.ts'
import type { ShownAs } from './shown-as.ts'
import type { Title } from './title.ts'

/** Heads of a column, the usual one first, and the field it fills. */
export type SheetColumn = readonly [heads: string | readonly string[], field: Field]

export interface ShopSheetWords {
  /** code of kind and family */
  readonly code: string
  /** list type of the lines */
  readonly type: string
  readonly title: Title
  readonly permission: string
  readonly origin: KindOrigin
  readonly columns: Readonly<Record<string, SheetColumn>>
  /** the column of the day (an instant: its day at the marketplace); absent: the day of the import */
  readonly day?: string
  /** a state of the moment: each day of import has lines of its own */
  readonly daily?: true
  /** what the day is called where its column is an instant or absent */
  readonly dayTitle?: Title
  /** what makes a line the same line in another file; absent: all that no state is */
  readonly identity?: readonly string[]
  /** what may change from file to file: the later file tells. Everything else that differs refuses the file */
  readonly state?: readonly string[]
  /** of two states the one with the greater value here counts, whichever file came last */
  readonly newest?: string
  /** columns that a file must have although their cells may be empty: what the lines mean hangs on them */
  readonly demanded?: readonly string[]
  /** column that names the marketplace (`Amazon.es`), which the shop is held against */
  readonly marketplace?: string
  /** lines of several currencies, which say nothing of the shop */
  readonly anyCurrency?: true
  /**
   * A JSON document as rows, their head first; null: it is none of this sheet's. Throws SheetRefusal where it does not hold together.
   * `isAsked`: the call by which it came takes this sheet, and not all kinds.
   */
  readonly fromJson?: (document: unknown, isAsked: boolean) => readonly (readonly string[])[] | null
  /** words that are known in a text column; others are told of */
  readonly words?: Readonly<Record<string, readonly string[]>>
  /** what is uploaded in its place */
  readonly others?: readonly OtherReport[]
  /** heads that are known and not read */
  readonly aside?: readonly string[]
  /** numbers that the marketplace gives to all sellers: one belongs to one shop */
  readonly claims?: { readonly field: string; readonly title: Title }
  /** days of the list's default period */
  readonly days?: number
  readonly empty: Title
  readonly index?: Resource['index']
  /** column by whose beginning the search over everything finds its lines */
  readonly find?: string
  readonly shownAs?: ShownAs
}

export interface ShopSheet extends ShopSheetWords {
  readonly facts: Resource
  readonly staging: Resource
  /** field of the day, part of each line's key */
  readonly dayField: string
  readonly identityFields: readonly string[]
  /** neither known by nor allowed to change */
  readonly fixedFields: readonly string[]
  readonly stateFields: readonly string[]
}

const shop = () => reference('店铺', 'Shop', 'shop', { filter: 'select', width: 140, computed: true })
const defaultDays = 365

/** Optional cells: an empty text is '' and needs no column. */
export const isOptional = ({ kind, options }: Field): boolean =>
  options.optional === true || ((kind === 'text' || kind === 'longText') && options.default === '')

export function shopSheet(table: string, words: ShopSheetWords): ShopSheet {
  const columns: Fields = Object.fromEntries(Object.entries(words.columns).map(([name, [, field]]) => [name, field]))
  const dayKind = words.day === undefined ? undefined : columns[words.day]?.kind
  const isOwnDay = dayKind === 'date' || dayKind === 'month'
  const dayField = isOwnDay && words.day !== undefined ? words.day : 'reportedOn'
  const [zh, en] = words.dayTitle ?? ['日期', 'Day']
  const day: Fields = isOwnDay ? {} : { reportedOn: date(zh, en, { filter: 'range', sort: true, show: words.day === undefined }) }
  const stateFields = words.state ?? []
  const names = Object.keys(columns)
  const identityFields = words.identity ?? names.filter(name => !stateFields.includes(name))
  const fixedFields = names.filter(name => !identityFields.includes(name) && !stateFields.includes(name) && name !== dayField)
  for (const name of [...identityFields, ...stateFields, ...(words.demanded ?? []), ...(words.newest ? [words.newest] : [])])
    if (!names.includes(name)) throw new Error(`${table}: ${name} is no column`)
  const keys: Fields = {
    lineKey: hash('行标识', 'Line key'),
    ...(fixedFields.length > 0 ? { fixedKey: hash('内容摘要', 'Content') } : {}),
    ...(stateFields.length > 0 ? { stateKey: hash('状态摘要', 'State') } : {}),
    ordinal: integer('同行序号', 'Ordinal', { default: 1, show: false, computed: true, identifier: true }),
  }
  const facts = resource(table, {
    type: words.type,
    title: words.title,
    access: { scope: grantedShops, permission: words.permission },
    fields: { shopId: shop(), ...day, ...columns, ...keys, importId: sourceFile() },
    list: {
      search: false,
      ...(words.find === undefined ? {} : { find: words.find }),
      bound: { field: dayField, days: words.days ?? defaultDays },
      sort: { field: dayField, way: 'DESC' },
      empty: words.empty,
      ...(words.shownAs ? { shownAs: words.shownAs } : {}),
    },
    record: { editable: [] },
    storage: {
      kind: 'shop',
      primary: ['shopId', dayField, 'lineKey', 'ordinal'],
      index: [[`-${dayField}`, 'shopId'], ...(words.index ?? [])],
    },
  } as never)
  const staging = resource(`${table}_staging`, {
    title: words.title,
    access: { scope: serverOnly },
    storage: { kind: 'shop', unlogged: true, primary: ['shopId', 'importId', 'lineNo'] },
    fields: {
      importId: bigInteger('导入', 'Import'),
      shopId: shop(),
      lineNo: integer('行号', 'Line'),
      kindNo: integer('类型序号', 'Kind number'),
      /** null: new; 1: as it is there; 2: there with an older state */
      there: integer('已存在', 'Already there', { optional: true }),
      ...day,
      ...columns,
      ...keys,
    },
  } as never)
  return { ...words, facts, staging, dayField, identityFields, fixedFields, stateFields }
}

/** Lines of shop sheets that several imports told: what each said of them (null where nothing may change). */
export const shopSheetSeen = resource('shop_sheet_seen', {
  title: ['报表行的其他来源', 'Other tellings of report lines'],
  access: { scope: serverOnly },
  fields: {
    shopId: shop(),
    sheet: text('报表', 'Report'),
    day: date('日期', 'Day'),
    lineKey: hash('行标识', 'Key'),
    ordinal: integer('同行序号', 'Ordinal'),
    importId: bigInteger('导入', 'Import'),
    line: json<Readonly<Record<string, string | number | null>>>('内容', 'Values'),
  },
  storage: { kind: 'shop', primary: ['shopId', 'sheet', 'day', 'lineKey', 'ordinal', 'importId'], index: [['shopId', 'importId']] },
})

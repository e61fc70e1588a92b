/**
 * The words of a declaration, in five chapters beside its fields: access, list, record, storage, life. `resource` (resource.ts) joins them
 * to one flat value; what a word means stands here.
 */
import type { Approval } from './approval.ts'
import type { Closes } from './closes.ts'
import type { Draw, Progress } from './draws.ts'
import type { LedgerWords } from './ledger-words.ts'
import type { ExpiryState } from './expiry.ts'
import { ownValue } from './own-value.ts'
import type { Posts } from './posts.ts'
import type { Publishing } from './publishing.ts'
import type { RecordPage } from './record-page.ts'
import type { LabelSheet } from './labels.ts'
import type { Scan } from './scans.ts'
import type { Scope } from './scope.ts'
import type { ShownAs } from './shown-as.ts'
import type { Machine } from './states.ts'
import type { Title } from './title.ts'
import type { Validity } from './validity.ts'

/** docs/architecture.md, "Growing past one machine"; local is the default */
export type TableKind = 'shop' | 'reference' | 'local'

export interface OptionConfig<Name extends string = string> {
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

/**
 * Records where this field names the employee who asks (asked, handled, watched), whose instant has passed (overdue), whose last day comes
 * so soon (`expires` names an `expiry`; absent: it has passed or comes within 30 days), whose day lies in this month (`month`), or whose
 * choice is one of these codes. `while`: of the month those alone whose choice is one of these.
 */
export type View<Name extends string = string> = { readonly name: string; readonly title: Title } & (
  | { readonly me: Name }
  | { readonly past: Name }
  | { readonly field: Name; readonly codes: readonly number[] }
  | { readonly expires: Name; readonly within?: readonly ExpiryState[] }
  | { readonly month: Name; readonly while?: { readonly field: Name; readonly codes: readonly number[] } }
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
  readonly editedSeparately?: true
  /** they are made from open lines of other documents (declare/draws.ts) */
  readonly draws?: readonly Draw<Name>[]
  /** the state of their document follows from their sums */
  readonly progress?: Progress<Name>
}

/** Who sees and changes the records. */
export interface AccessWords<Name extends string = string> {
  readonly scope: Scope
  /** permission its routes demand; absent: the type */
  readonly permission?: string
  /**
   * every employee may list, add, change and delete its records, as far as its scope and its states let him; other operations are granted
   */
  readonly forEverybody?: true
  /** whoever changes them proves that it is he (`fresh` of a route); so it is of all records with a `secret` field */
  readonly fresh?: true
  /** nobody learns who wrote a record: of each (true), or of those with this flag set when added (db/sealed-author.ts) */
  readonly sealedAuthor?: true | Name
}

/** How records are found, ordered and shown in a list. */
export interface ListWords<Name extends string = string> {
  /** the number, code or SKU by whose beginning Ctrl-K finds a record; it leads an index, behind organisation or shop */
  readonly find?: Name
  /** fields that hold a code of the record which is scanned or typed whole (declare/scans.ts); each leads an index */
  readonly scans?: readonly Scan<Name>[]
  /** texts that 全部文本 and Ctrl-K look in; absent: label, key, numbers and what its selects look in; false: none */
  readonly search?: false | readonly Name[]
  /** texts that not everybody sees and that a call looks in (`soughtPredicate`): they have the index of a search, and no list asks it */
  readonly privateSearch?: readonly Name[]
  /** words in files of records of this table, which name this one by the field `by`, lead to it: a document by the files of its versions */
  readonly filesOf?: { readonly table: string; readonly by: string }
  readonly sort?: { readonly field: Name | 'id' | 'createdAt'; readonly way: 'ASC' | 'DESC' }
  /** shop facts: date field that every read is bounded by, with a default period in days */
  readonly bound?: { readonly field: Name; readonly days: number }
  /** tabs above the list that everybody has */
  readonly views?: readonly View<Name>[]
  /** board, checklist, calendar, Gantt and tree, beside the table */
  readonly shownAs?: ShownAs<Name>
  /** balances at the end of a month (this field): totals are those of the last month found */
  readonly balancesOf?: Name
  /** a field that says the same of all records: the page tells it beside its title, as the first record has it */
  readonly titleField?: Name
  /**
   * its records stand in a tab of the page of a record of these lists, found by these fields; `at`: the order of such tabs. A list without
   * other page is a `child` in the menus
   */
  readonly tabOf?: Readonly<Record<string, TabOf>>
  /** one sentence for the empty list: what belongs here */
  readonly empty?: Title
  /** deletion of many, where they have one by shop or site (`by`), and a period (`date`) or a whole year (`year`) */
  readonly batchDelete?: BatchDelete<Name>
}

export interface TabOf {
  readonly by: Readonly<Record<string, string>>
  readonly title?: Title
  readonly at?: number
}

/** What one record is called, what belongs to it and how its page looks. */
export interface RecordWords<Name extends string = string> {
  /** what a reference to this resource shows; absent: `name` where there is one */
  readonly label?: Name
  /** a reference says it to whoever may look at the list alone */
  readonly labelForViewers?: true
  /** the same in English; where a record has none, its label */
  readonly labelEn?: Name
  /** stickers that are printed of it (declare/labels.ts) */
  readonly labels?: LabelSheet<Name>
  /** files field of pictures: the first stands beside the label, of the record itself and of what refers to it */
  readonly picture?: Name
  /** how a select offers the records of this resource, where the label alone does not tell them apart */
  readonly option?: OptionConfig<Name>
  /** reference to the record above it: the records are a tree, never in a circle; chosen as one unless `option.search` finds them */
  readonly tree?: Name
  /** the only fields a person may set (facts: amounts and dates of a line never change); absent: all that are not computed */
  readonly editable?: readonly Name[]
  /** each record has a conversation: comments, answers, mentions, files (platform/server/thread) */
  readonly thread?: true | ThreadWords
  /** further subjects of the trail under the ids of these records: what was granted to an employee */
  readonly relatedAuditSubjects?: readonly string[]
  /** lines of a document: `lines` of declare/document.ts says it */
  readonly linesOf?: LineWords
  /** the page of one record, where it shall differ from what follows from the fields */
  readonly recordPage?: RecordPage<Name | 'createdAt' | 'updatedAt'>
}

/** The table. */
export interface StorageWords<Name extends string = string> {
  /** own primary key by field names: the table then has none of the standard columns */
  readonly primary?: readonly Name[]
  /** false: belongs to no organisation (countries, currencies) */
  readonly organisation?: false
  /** local unless said */
  readonly kind?: Exclude<TableKind, 'local'>
  /** natural key: unique (with org_id where there is one), used by import and references by name */
  readonly key?: readonly Name[]
  readonly unique?: readonly (readonly Name[])[]
  /** further indexes; a field name, or `-name` for descending; `where` is plain SQL over column names, `unique` among the rows it names */
  readonly index?: readonly (readonly string[] | { readonly on: readonly string[]; readonly where: string; readonly unique?: true })[]
  /** extra constraint, e.g. a check; plain SQL over column names */
  readonly checks?: readonly string[]
  /** partitioned by month on this date field (part of the primary key) */
  readonly byMonth?: Name
  /** unlogged: staging, lost in a crash on purpose */
  readonly unlogged?: true
  /** append-only for the runtime role: no update, no delete */
  readonly appendOnly?: true
  /** the runtime role may only read it: a function of the database writes it */
  readonly readOnly?: true
  /** its records are the entries of a ledger (declare/ledger.ts) */
  readonly ledger?: LedgerWords
  /** a query stands in place of the table (platform/server/db/view.ts) */
  readonly isView?: true
  /** a reference to records of the installation, which an organisation calls by a `name` of its own here, or hides (`hidden`) */
  readonly ownWordsOf?: Name
}

/** How a record lives: states, days, months of the books. */
export interface LifeWords<Name extends string = string> {
  /** states and the steps between them; the field of the state is then set by steps alone */
  readonly states?: Machine
  /** what of its records waits for an approval, once a flow is published for them (platform/declare/approval.ts) */
  readonly approval?: Approval
  /** it holds from a day to a day, and on no day two of them for the same (declare/validity.ts) */
  readonly validity?: Validity<Name>
  /** its records belong to months of the books and stay as they are once those are closed (declare/closes.ts) */
  readonly closes?: Closes<Name>
  /** a document is entered once, and taken back (declare/posts.ts) */
  readonly posts?: Posts
  /** what happens to its records beside single writes, for programs that listen (`noteHappened`): name of the event, and title */
  readonly happens?: Readonly<Record<string, Title>>
  /** what is published of it, or of what it is published (declare/publishable.ts) */
  readonly publishing?: Publishing
}

type In<Words, Chapter> = { readonly [Word in keyof Words]-?: Chapter }
/** The chapter of each word. */
export const chapterOf: In<AccessWords, 'access'> &
  In<ListWords, 'list'> &
  In<RecordWords, 'record'> &
  In<StorageWords, 'storage'> &
  In<LifeWords, 'life'> = {
  scope: 'access',
  permission: 'access',
  forEverybody: 'access',
  fresh: 'access',
  sealedAuthor: 'access',
  find: 'list',
  scans: 'list',
  search: 'list',
  privateSearch: 'list',
  filesOf: 'list',
  sort: 'list',
  bound: 'list',
  views: 'list',
  shownAs: 'list',
  balancesOf: 'list',
  titleField: 'list',
  tabOf: 'list',
  empty: 'list',
  batchDelete: 'list',
  label: 'record',
  labelForViewers: 'record',
  labelEn: 'record',
  labels: 'record',
  picture: 'record',
  option: 'record',
  tree: 'record',
  editable: 'record',
  thread: 'record',
  relatedAuditSubjects: 'record',
  linesOf: 'record',
  recordPage: 'record',
  primary: 'storage',
  organisation: 'storage',
  kind: 'storage',
  key: 'storage',
  unique: 'storage',
  index: 'storage',
  checks: 'storage',
  byMonth: 'storage',
  unlogged: 'storage',
  appendOnly: 'storage',
  readOnly: 'storage',
  ledger: 'storage',
  isView: 'storage',
  ownWordsOf: 'storage',
  states: 'life',
  approval: 'life',
  validity: 'life',
  closes: 'life',
  posts: 'life',
  happens: 'life',
  publishing: 'life',
}
export type Word = keyof typeof chapterOf
const chapters: ReadonlySet<string> = new Set(Object.values(chapterOf))
const ofHead: ReadonlySet<string> = new Set(['type', 'title', 'fields'])

/** Words that stand in no chapter or in the wrong one; each sentence names table, chapter and word. */
export function strayWords(table: string, definition: object): string[] {
  const rightPlace = (word: string): string => {
    const chapter = ownValue(chapterOf, word)
    return chapter === undefined ? 'which is no word of a resource' : `which belongs to chapter ${chapter}`
  }
  return Object.entries(definition).flatMap(([chapter, words]) => {
    if (ofHead.has(chapter) || words === undefined) return []
    if (!chapters.has(chapter)) return [`${table}: outside of all chapters it says ${chapter}, ${rightPlace(chapter)}`]
    const stray = Object.keys(words as object).filter(word => ownValue(chapterOf, word) !== chapter)
    return stray.map(word => `${table}: chapter ${chapter} says ${word}, ${rightPlace(word)}`)
  })
}

/**
 * The word `ledger`: what is held of something, as entries that are only ever added, and a cell under lock for each holder with its
 * balance and what of it is reserved. From one declaration follow the tables, the function that alone writes them
 * (platform/server/db/ledger-ddl.ts), posting, rebuild and proof (platform/server/ledger). Pure values.
 */
import { choice, date, reference, text, type Field, type Fields } from './fields.ts'
import { entryKinds, type EntryKind } from './ledger-kinds.ts'
import type { LedgerWords } from './ledger-words.ts'
import type { StorageWords } from './chapters.ts'
import { resource, type Resource } from './resource.ts'
import { ownOrganisation, through, type Scope } from './scope.ts'
import type { Title } from './title.ts'

export interface LedgerDefinition {
  /** what an entry is called */
  readonly title: Title
  /** who sees entries; cells follow them */
  readonly scope: Scope
  /** list type and permission of the entries; absent: they have no list */
  readonly type?: string
  readonly permission?: string
  /** references that say whose or what of it is held: one balance for each */
  readonly cell: Fields
  readonly amount: Field
  /** what each kind of entry is called */
  readonly kinds: Readonly<Record<EntryKind, Title>>
  /** what entries say besides; optional all of them */
  readonly extraFields?: Fields
  /** no balance goes below it */
  readonly floor: 0
  /** part of a balance may be reserved for a hold, then released or spent */
  readonly reserve?: true
  /** an event is entered once in a cell, whatever runs twice */
  readonly idempotent?: true
  /** what came in is used up by expiry, and expires unless reserved; what is released late holds `againDays` more */
  readonly lots?: { readonly order: 'expiry'; readonly againDays: number }
  /** a field of `besides`: what comes in under one of its values is cut to what a day and a month may bring */
  readonly capped?: string
  readonly empty?: Title
}

export interface Ledger extends LedgerWords {
  readonly noun: 'ledger'
  /** append-only: what happened */
  readonly entry: Resource
  /** balance: what is free; reserved; gained: all that ever came in, with corrections */
  readonly held: Resource
  /** what is left of what came in, by the day on which it expires; null: no lots */
  readonly lot: Resource | null
  /** what reservations that are open have taken of which lot */
  readonly taken: Resource | null
  /** all of them, for the area */
  readonly resources: readonly Resource[]
}

const tones = { earn: 'good', reserve: 'warn', release: 'info', spend: 'quiet', expire: 'quiet', correct: 'info' } as const

const shown = (field: Field, more: Field['options'] = {}): Field => ({ ...field, options: { ...field.options, ...more, computed: true } })
const columns = (fields: Fields, more: Field['options'] = {}): Fields =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, shown(value, more)]))

function entriesOf(words: LedgerWords, of: LedgerDefinition): Resource {
  const { name, cell } = words
  const kinds = Object.fromEntries(
    Object.entries(entryKinds).map(([kind, code]) => [kind, [code, ...of.kinds[kind as EntryKind], tones[kind as EntryKind]] as const]),
  ) as Readonly<Record<EntryKind, readonly [number, string, string, (typeof tones)[EntryKind]]>>
  const fields: Fields = {
    bookedOn: shown(date('日期', 'Day', { filter: 'range', sort: true })),
    ...columns(of.cell, { filter: 'select' }),
    kind: shown(choice('类型', 'Kind', kinds, { filter: 'select' })),
    amount: shown(of.amount),
    ...columns(of.extraFields ?? {}, { optional: true }),
    ...(of.lots ? { expiresOn: shown(date('到期日', 'Expires on', { optional: true })) } : {}),
    eventKey: text('事件', 'Event', { max: 200, optional: true, hidden: true, computed: true }),
    hold: text('占用', 'Hold', { max: 100, optional: true, hidden: true, computed: true }),
  }
  return resource(`${name}_entry`, {
    ...(of.type === undefined ? {} : { type: of.type }),
    title: of.title,
    access: { ...(of.permission === undefined ? {} : { permission: of.permission }), scope: of.scope },
    fields,
    list: { ...(of.empty === undefined ? {} : { empty: of.empty }), search: false, sort: { field: 'bookedOn', way: 'DESC' } },
    record: { label: cell[0] ?? 'amount' },
    storage: {
      readOnly: true,
      ledger: words,
      ...(of.idempotent ? { unique: [[...cell, 'eventKey']] } : {}),
      index: [
        ['orgId', '-bookedOn', '-id'],
        ['orgId', ...cell, '-bookedOn', '-id'],
        ...(of.reserve ? [{ on: ['orgId', 'hold'], where: 'hold is not null' }] : []),
      ],
    },
  })
}

/** The tables that are kept beside the entries and follow from them. */
function keptOf({ name, cell }: LedgerWords, of: LedgerDefinition): Pick<Ledger, 'held' | 'lot' | 'taken'> {
  // lots and what is taken of them name no person of their own
  const scope = of.scope === ownOrganisation ? of.scope : through('cellId')
  const inner = (table: string, [zh, en]: Title, fields: Fields, label: string, storage: StorageWords): Resource =>
    resource(`${name}_${table}`, {
      title: [`${of.title[0]}${zh}`, `${of.title[1]}: ${en}`],
      access: { scope: table === 'cell' ? of.scope : scope },
      fields,
      list: { search: false },
      record: { label },
      storage: { readOnly: true, ...storage },
    })
  const number = (zh: string, en: string): Field => shown({ ...of.amount, title: [zh, en], options: { default: 0 } })
  const cellId = reference('余额', 'Cell', `${name}_cell`)
  const held = inner(
    'cell',
    ['余额', 'balance'],
    { ...columns(of.cell), balance: number('可用', 'Free'), reserved: number('占用', 'Reserved'), gained: number('累计', 'Gained') },
    cell[0] ?? 'balance',
    { key: cell, checks: ['balance >= 0', 'reserved >= 0'], index: [['orgId', '-gained', 'id']] },
  )
  if (!of.lots) return { held, lot: null, taken: null }
  const lot = inner(
    'lot',
    ['批次', 'lot'],
    { cellId, expiresOn: date('到期日', 'Expires on', { optional: true }), amount: number('数量', 'Amount') },
    'cellId',
    {
      checks: ['amount >= 0'],
      index: [['cellId', 'expiresOn', 'id'], { on: ['orgId', 'expiresOn'], where: 'amount > 0' }],
    },
  )
  const lotId = reference('批次', 'Lot', `${name}_lot`)
  const taken = of.reserve
    ? inner(
        'take',
        ['占用批次', 'take'],
        { cellId, lotId, hold: text('占用', 'Hold', { max: 100 }), amount: number('数量', 'Amount') },
        'hold',
        { index: [['cellId', 'hold'], ['lotId']] },
      )
    : null
  return { held, lot, taken }
}

/** `name` begins the names of its tables and of its functions: `<name>_entry`, `<name>_cell`, `<name>_post`. */
export function ledger(name: string, of: LedgerDefinition): Ledger {
  const words: LedgerWords = {
    name,
    cell: Object.keys(of.cell),
    extraFields: Object.keys(of.extraFields ?? {}),
    reserve: of.reserve === true,
    idempotent: of.idempotent === true,
    againDays: of.lots?.againDays ?? null,
    capped: of.capped ?? null,
  }
  const entry = entriesOf(words, of)
  const kept = keptOf(words, of)
  const resources = [entry, kept.held, ...(kept.lot ? [kept.lot] : []), ...(kept.taken ? [kept.taken] : [])]
  return { noun: 'ledger', ...words, entry, ...kept, resources }
}

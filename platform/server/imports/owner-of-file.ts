/**
 * Whose file it is: the chosen owner held against what the file says of itself, or the only one that fits. For owners that are known by a
 * number: accounts, cards, customers' numbers with a carrier. Also who sees such an owner, where only its keeper does.
 */
import { listed, sentence } from '#platform/declare/sentence.ts'
import { sql } from 'kysely'
import { ownValue } from '#platform/declare/own-value.ts'
import { columnOf, type Resource } from '#platform/declare/resource.ts'
import type { Title } from '#platform/declare/title.ts'
import { asText } from '#platform/format/text.ts'
import { refuse } from '../calls/refusal.ts'
import type { Context } from '../contract/context.ts'
import type { OwnerFacts, OwnerWord } from '../contract/file-family.ts'
import type { Follower } from '../contract/record-hooks.ts'
import type { FieldError } from '../contract/route.ts'
import { anyTable } from '../db/any-table.ts'
import { refuseFile } from './import-refused.ts'

/** What the table of the owners has; fields by name. */
export interface NumberedOwner {
  readonly owner: Resource
  /** what a refusal calls one */
  readonly called: Title
  /** what files name it by */
  readonly number: string
  /** its one currency; empty: several */
  readonly currency: string
  /** a choice whose codes are the sources of layouts, and the code that any file may come from */
  readonly source: { readonly field: string; readonly any: string }
  /** seen by this employee and those above him alone, unless the field holds the value */
  readonly keeper: { readonly field: string; readonly unless: readonly [field: string, value: number] }
}

/** The same of accounts that are declared by `moneyOwner`. `source`: the choice that says with whom the account is. */
export const numberedMoneyOwner = (owner: Resource, called: Title, source: NumberedOwner['source']): NumberedOwner => ({
  owner,
  called,
  number: 'number',
  currency: 'currency',
  source,
  keeper: { field: 'keeperId', unless: ['seenBy', 1] },
})

/** blanks, dashes, points and strokes group digits and mean nothing; in an address they do */
const plain = (number: string): string => number.replaceAll(number.includes('@') ? /\s+/g : /[\s\-./]+/g, '').toLowerCase()
/** digits by which a card is named on its own statements */
const endsMin = 4
const endsMax = 6

/** Whether two ways of writing a number mean the same: stars stand for anything, a short number is how the long one ends. */
export function isSameNumber(left: string, right: string): boolean {
  const [a, b] = [plain(left), plain(right)]
  if (a === b) return true
  const starred = (pattern: string, text: string): boolean => {
    const parts = pattern.split(/\*+/)
    return parts.length > 1 && text.startsWith(parts[0] ?? '') && text.endsWith(parts.at(-1) ?? '') && parts.join('').length >= endsMin
  }
  const ends = (short: string, long: string): boolean =>
    /^\d+$/.test(short) && short.length >= endsMin && short.length <= endsMax && long.endsWith(short)
  return starred(a, b) || starred(b, a) || ends(a, b) || ends(b, a)
}

interface Candidate {
  readonly id: string
  readonly name: string
  readonly number: string
  readonly currency: string | null
  readonly source: number
  readonly keeper: string | null
  readonly seen: number
}

async function candidatesOf(context: Context, words: NumberedOwner): Promise<readonly Candidate[]> {
  const column = (field: string, as: string) => sql`${sql.ref(columnOf(field))}`.as(as)
  const rows = await anyTable(context.db)
    .selectFrom(words.owner.table)
    .select([
      sql<string>`id::text`.as('id'),
      column(words.owner.label ?? 'name', 'name'),
      column(words.number, 'number'),
      column(words.currency, 'currency'),
      column(words.source.field, 'source'),
      column(words.keeper.field, 'keeper'),
      column(words.keeper.unless[0], 'seen'),
    ])
    .execute()
  return rows as unknown as readonly Candidate[]
}

export function numberedOwner(words: NumberedOwner): OwnerWord {
  const { owner, called, source } = words
  const numberTitle: Title = ownValue(owner.fields, words.number)?.title ?? ['编号', 'Number']
  const sources = ownValue(owner.fields, source.field)?.choices ?? {}
  const sourceOf = (code: number) => Object.entries(sources).find(([, [value]]) => value === code)
  const find: OwnerWord['find'] = async ({ context, chosenId, survey, kind }) => {
    const marks = survey.ownerMarks ?? []
    const [mark] = marks
    if (mark !== undefined && marks.length > 1)
      throw refuseFile(sentence`文件里有多个${numberTitle}：${listed(marks)}，请按${called}分别下载`)
    await refuseUnknownCurrency(context, survey.currencies)
    const ofSource = (one: Candidate): boolean =>
      !kind.source || [source.any, kind.source].includes(sourceOf(one.source)?.[0] ?? source.any)
    const isNamed = (one: Candidate): boolean => mark === undefined || isSameNumber(one.number, mark)
    const isTaught = (one: Candidate): boolean =>
      (kind.ownerId === undefined || kind.ownerId === one.id) && (kind.ownerCurrency === undefined || kind.ownerCurrency === one.currency)
    const factsOf = ({ id, name, currency, keeper, seen }: Candidate): OwnerFacts => {
      if (survey.currencies.some(one => currency !== null && currency !== one))
        throw refuseFile(
          sentence`文件币种为 ${listed(survey.currencies)}，${called}“${name}”的币种为 ${currency ?? ''}，请改选${called}；有多个币种的请清空它的币种`,
        )
      return { id, name, currency: currency ?? '', zone: context.caller.zone, keeperId: seen === words.keeper.unless[1] ? null : keeper }
    }
    const candidates = await candidatesOf(context, words)
    if (chosenId !== null) {
      const chosen = candidates.find(one => one.id === chosenId)
      if (!chosen) throw refuseFile(sentence`所选${called}不存在或无权使用，请重新选择`)
      if (!isTaught(chosen)) throw refuseFile(sentence`文件是${kind.title}，不属于${called}“${chosen.name}”，请改选${called}或更换文件`)
      const [, [, chinese, english] = [0, '', '']] = sourceOf(chosen.source) ?? []
      const sourceTitle: Title = [chinese ?? '', english ?? '']
      if (!ofSource(chosen))
        throw refuseFile(sentence`文件是${kind.title}，${called}“${chosen.name}”属于${sourceTitle}，请改选${called}或更换文件`)
      if (!isNamed(chosen))
        throw refuseFile(
          sentence`文件的${numberTitle}是 ${mark ?? ''}，${called}“${chosen.name}”的${numberTitle}是 ${chosen.number}，请改选${called}或更换文件`,
        )
      return factsOf(chosen)
    }
    const fits = candidates.filter(one => isTaught(one) && ofSource(one) && isNamed(one))
    const [only] = fits
    if (only && fits.length === 1) return factsOf(only)
    if (fits.length > 1)
      throw refuseFile(sentence`有多个${called}符合这个文件（${listed(fits.map(one => one.name))}），请选择${called}后再导入`)
    throw refuseFile(
      mark === undefined
        ? sentence`没有找到${kind.title}的${called}，请先登记${called}，或选择${called}后再导入`
        : sentence`没有找到${numberTitle}为 ${mark} 的${called}，请先登记${called}，或选择${called}后再导入`,
    )
  }
  return { table: owner.table, find }
}

async function refuseUnknownCurrency({ db }: Context, currencies: readonly string[]): Promise<void> {
  const known = await db
    .selectFrom('currency')
    .select('code')
    .where('code', 'in', [...currencies, ''])
    .execute()
  const unknown = currencies.filter(currency => !known.some(one => one.code === currency))
  if (unknown.length > 0) throw refuseFile(sentence`系统里没有币种 ${listed(unknown)}，请先在“币种”里登记，再导入`)
}

const withoutKeeper = ({ owner, keeper: { field } }: NumberedOwner): FieldError => {
  const title = ownValue(owner.fields, field)?.title ?? ['负责人', 'Keeper']
  return { field, message: sentence`只由${title}看见的${owner.title}必须填写${title}` }
}
/** null: it is seen by all who have the right; empty: nobody would see it */
const keeperIn = ({ keeper: { field, unless } }: NumberedOwner, row: Readonly<Record<string, unknown>>): string | null =>
  row[unless[0]] === undefined || row[unless[0]] === null || Number(asText(row[unless[0]])) === unless[1] ? null : asText(row[field] ?? '')

/** An owner that only its keeper sees has a keeper, in forms and in the lines of an import. */
export const keeperRule =
  (words: NumberedOwner) =>
  (input: Readonly<Record<string, unknown>>): FieldError[] =>
    // an edit may leave the keeper out: keptByKeeper looks at what comes of it
    keeperIn(words, input) === '' && (input['id'] === undefined || Object.hasOwn(input, words.keeper.field)) ? [withoutKeeper(words)] : []

/** The same whoever writes; and imports of an owner are seen by whoever sees it now. */
export const keptByKeeper =
  (words: NumberedOwner): Follower =>
  async ({ caller }, tx, changes) => {
    const moved = changes.flatMap(({ id, before, after }) => {
      if (after === null) return []
      const keeper = keeperIn(words, after)
      if (keeper === '') throw refuse.invalid([withoutKeeper(words)])
      return before === null || keeperIn(words, before) === keeper ? [] : [{ id, keeper }]
    })
    if (moved.length === 0) return
    // also the runs that whoever writes does not see: they follow their owner
    await sql`update import_run r set keeper_id = m.keeper
      from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as m(id bigint, keeper bigint)
      where r.org_id = ${caller.orgId} and r.owner_table = ${words.owner.table} and r.owner_id = m.id`.execute(tx.withoutPlugins())
  }

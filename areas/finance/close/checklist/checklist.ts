/**
 * The checklist of a month: what each area declared (`closeItems`), asked of the books now, beside what people said of it. What somebody
 * said holds for what was lacking then; with anything else the item is open again.
 */
import type { Title } from '#platform/declare/title.ts'
import type { CloseAsk, CloseGap, CloseItem, Context } from '#platform/server/area.ts'
import type { ListedItem } from '../../base/answers.ts'
import { isOfFigures } from './figures.ts'
import { ownersOf } from './owners.ts'
import { itemStates } from './tables.ts'

/** gaps told of one item */
const gapsShownMax = 8
/** the organisation, and shops that belong to no legal entity */
export const noCompany = '0'

interface Part {
  readonly id: string
  readonly name: string | null
  readonly shopIds: readonly string[]
}

export interface ChecklistAsk extends Omit<CloseAsk, 'shopIds'> {
  /** items that read the facts of the month as well */
  readonly isLong: boolean
  readonly isWhole: boolean
  /** the only item that is asked for; absent: all but those of the figures, which a check names among what keeps the month open */
  readonly code?: string
  /** of an item that reads the facts: this shop of the books alone, from 1 on */
  readonly part?: number
}

/** What an item is asked of: shops of the books by legal entity, those without one last; all of them. */
export async function partsOf({ db, caller }: Context): Promise<Readonly<Record<CloseItem['by'], readonly Part[]>>> {
  const rows = await db
    .selectFrom('shop as s')
    .leftJoin('company as c', 'c.id', 's.company_id')
    .where('s.id', 'in', caller.shops.length === 0 ? ['0'] : [...caller.shops])
    .select(['s.id as shop', 'c.id', 'c.name'])
    .orderBy('c.name')
    .orderBy('s.id')
    .execute()
  const company = [...Map.groupBy(rows, row => row.id ?? noCompany)].map(([id, of]) => ({
    id,
    name: of[0]?.name ?? null,
    shopIds: of.map(row => row.shop),
  }))
  return { company, organisation: [{ id: noCompany, name: null, shopIds: caller.shops }] }
}

export async function checklistOf(context: Context, books: Context, ask: ChecklistAsk): Promise<readonly ListedItem[]> {
  const items = context.house.registry.closeItems.filter(one =>
    ask.code === undefined ? !isOfFigures(one) && (ask.isLong || one.isLong !== true) : one.code === ask.code,
  )
  if (items.length === 0) return []
  const parts = await partsOf(books)
  // what was said is of the books of all shops, and may name them
  const rows = ask.isWhole ? await books.db.selectFrom('finance_close_item').selectAll().where('month', '=', ask.first).execute() : []
  const said = new Map(rows.map(row => [`${row.company_id} ${row.item}`, row]))
  const owners = await ownersOf(
    books,
    rows.flatMap(row => row.owner_id ?? []),
  )
  const listed: ListedItem[] = []
  // one after the other: they share a connection while the month is being closed
  for (const item of items)
    for (const part of parts[item.by]) {
      const shopIds = ask.part === undefined ? part.shopIds : part.shopIds.slice(ask.part - 1, ask.part)
      const gaps = await item.gaps(books, { ...ask, shopIds })
      const row = said.get(`${part.id} ${item.code}`)
      const isSaid = row?.state === itemStates.said[0]
      listed.push({
        code: item.code,
        title: inWords(context, item.title),
        needs: item.needs,
        path: item.path,
        company: item.by === 'company' ? { id: part.id, name: part.name } : null,
        state: stateOf(item, gaps.length, isSaid, row?.found === foundIn(gaps)),
        gaps: gaps.slice(0, gapsShownMax).map(gap => ({ message: inWords(context, gap.text), path: gap.path })),
        more: Math.max(0, gaps.length - gapsShownMax),
        owner: row?.owner_id == null ? null : (owners.get(row.owner_id) ?? null),
        reason: isSaid ? row.reason : '',
        saidBy: isSaid ? row.said_by : '',
        saidAt: isSaid ? row.said_at : null,
        version: row?.version ?? null,
      })
    }
  return listed
}

/** What is lacking, as it is kept when somebody says why it may. */
export const foundIn = (gaps: readonly CloseGap[]): string => gaps.map(({ text: [zh] }) => zh).join('\n')

const inWords = ({ language }: Context, [zh, en]: Title): string => (language === 'en' ? en : zh)

function stateOf(item: CloseItem, gaps: number, isSaid: boolean, isSame: boolean): ListedItem['state'] {
  if (gaps === 0 && item.needs !== 'look') return 'clean'
  if (!isSaid || item.needs === 'clean') return 'open'
  return isSame ? 'said' : 'changed'
}

export const isSettled = ({ state }: Pick<ListedItem, 'state'>): boolean => state === 'clean' || state === 'said'

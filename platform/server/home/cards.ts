/**
 * The cards of the home page: those that the areas declare and the person may see, and what he has pinned, in his own order. A preference:
 * no audit entry is written.
 */
import { sentence } from '#platform/declare/sentence.ts'
import type { HomeCard, HomePlace } from '#platform/declare/home-card.ts'
import { may } from '../calls/may.ts'
import type { Context } from '../contract/context.ts'
import { refuse } from '../calls/refusal.ts'
import { pinCards, type Pin } from './pins.ts'

/** What makes a card: declared by an area, or pinned by the person. */
type Card = HomeCard & { readonly pin?: Pin }

interface ShownCard {
  readonly key: string
  readonly title: string
  readonly component: string
  readonly wide: boolean
  readonly large: boolean
  readonly hidden: boolean
  readonly pin?: Pin
}

/** Until a person arranges them: figures, what waits for him, the rest. */
const ranks = { figures: 0, waiting: 1, other: 2 } as const

/** Declared cards of a page that the caller may see, in the order of their declaration. */
const cardsOn = ({ caller, house }: Context, place: HomePlace): HomeCard[] =>
  house.registry.homeCards.filter(
    card => card.on.includes(place) && (card.permission === null || may(caller, card.permission, card.operation)),
  )

/** Pinned ones first: whoever has arranged nothing yet finds what he has just pinned. */
async function visible(context: Context): Promise<Card[]> {
  const declared = cardsOn(context, 'home')
  return [...(await pinCards(context)), ...declared.toSorted((a, b) => ranks[a.tells] - ranks[b.tells])]
}

/** GET /homeCard/list. A card that is new to the person stands behind those he has arranged, in the order of what cards tell. */
export async function homeCards(context: Context): Promise<{ list: ShownCard[] }> {
  const { db, caller, language } = context
  const layout = await db
    .selectFrom('home_layout')
    .select(['shown', 'hidden_cards'])
    .where('account_id', '=', caller.accountId)
    .executeTakeFirst()
  const place = new Map((layout?.shown ?? []).map((key, at) => [key, at]))
  const hidden = new Set(layout?.hidden_cards)
  const placeOf = ({ key }: HomeCard): number => place.get(key) ?? place.size
  const list = (await visible(context)).toSorted((a, b) => placeOf(a) - placeOf(b)).map(card => shown(card, language, hidden.has(card.key)))
  return { list }
}

/** GET /homeCard/list of another page than the workbench: the same cards for all, in the order in which they are declared. */
export const placeCards = (context: Context, place: Exclude<HomePlace, 'home'>): { list: ShownCard[] } => ({
  list: cardsOn(context, place).map(card => shown(card, context.language, false)),
})

const shown = ({ key, title, component, wide, large, pin }: Card, language: Context['language'], hidden: boolean): ShownCard => ({
  key,
  title: title[language === 'en' ? 1 : 0],
  component,
  wide,
  large,
  hidden,
  ...(pin === undefined ? {} : { pin }),
})

/** POST /homeCard/update: all cards of the person, shown ones in their order. What he may not see at present keeps its mark. */
export async function arrangeHomeCards(context: Context, shown: readonly string[], hidden: readonly string[]): Promise<null> {
  const { caller, now } = context
  const known = new Set((await visible(context)).map(card => card.key))
  const given = [...shown, ...hidden]
  if (given.some(key => !known.has(key))) throw refuse.unknown(['首页卡片', 'Home card'])
  if (new Set(given).size !== given.length) throw refuse.rule(sentence`同一张卡片只能出现一次，请刷新后再调整`)
  await context.write(async tx => {
    const before = await tx
      .selectFrom('home_layout')
      .select(['shown', 'hidden_cards'])
      .where('account_id', '=', caller.accountId)
      .forUpdate()
      .executeTakeFirst()
    const unseen = (keys: readonly string[]): string[] => keys.filter(key => !known.has(key))
    const row = {
      shown: [...shown, ...unseen(before?.shown ?? [])],
      hidden_cards: [...hidden, ...unseen(before?.hidden_cards ?? [])],
      updated_at: now().toISOString(),
    }
    await tx
      .insertInto('home_layout')
      .values({ ...row, org_id: caller.orgId, account_id: caller.accountId })
      .onConflict(conflict => conflict.columns(['org_id', 'account_id']).doUpdateSet(row))
      .execute()
  })
  return null
}

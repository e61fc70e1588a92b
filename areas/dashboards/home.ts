/**
 * The home page: a dashboard of the person's own, on which the cards that areas declare stand by themselves, as the presets of
 * his roles name. One that he has arranged keeps its order and what is hidden, until he sets it back.
 */
import { sql } from 'kysely'
import type { HomeCard, HomePlace, HomeWord } from '#platform/declare/home-card.ts'
import { sentence } from '#platform/declare/sentence.ts'
import type { DashboardCard, DashboardContent, PageAsk, PeriodName } from '#platform/declare/wire-dashboards.ts'
import type { FiguresAnswer, HomeCardsAnswer, MoversAnswer, QueueAnswer, ShownCard } from '#platform/declare/wire-home.ts'
import { isSettingUp, may, refuse, type Context } from '#platform/server/area.ts'
import { change, create } from '#platform/server/records.ts'
import { cardsMax, checkCards, emptyContent, maySee } from './content.ts'
import { listUrl, pageUrl } from './card-where.ts'
import { readFigures, readMovers, seesFigure, seesMovers } from './home-figures.ts'
import { homeOfRoles } from './home-of-roles.ts'
import { readQueue, seesSource } from './home-queue.ts'
import { dashboard } from './tables.ts'

/** A card as it is kept, with the declaration it is of. */
interface Placed {
  readonly kept: DashboardCard
  readonly declared?: HomeCard
}

const cardTitle = ['首页卡片', 'Home card'] as const
export const dashboardResource = dashboard
/** Until a person arranges them: figures, what waits for him, the rest. */
const ranks = { figures: 0, waiting: 1, other: 2 } as const
/** what a new company needs stands before all */
const rankOf = ({ tells, settingUp }: HomeCard): number => (settingUp ? -1 : ranks[tells])
const columns = { wide: 6, narrow: 3 } as const
const rowsOfCard = 2

/** Whether the caller may see it: of a word a part of it is enough. */
function sees(context: Context, { permission, operation, word = {} }: HomeCard): boolean {
  if (permission !== null && !may(context.caller, permission, operation)) return false
  const { figures, queue, movers, why, list, measure } = word
  return (
    (figures === undefined || figures.of.some(one => seesFigure(context, one))) &&
    (queue === undefined || queue.of.some(one => seesSource(context, one))) &&
    (movers === undefined || seesMovers(context, movers)) &&
    (why === undefined || maySee(context, why.report)) &&
    (list === undefined || (maySee(context, list.type) && listUrl(context, list.type, []) !== null)) &&
    (measure === undefined || seesFigure(context, { report: measure.report, measure: measure.measures[0] ?? '' }))
  )
}

/** Declared cards of a page that the caller may see, in the order of their declaration. */
const cardsOn = (context: Context, place: HomePlace): HomeCard[] =>
  context.house.registry.homeCards.filter(card => card.on.includes(place) && sees(context, card))

const ofDeclared = ({ key, wide }: HomeCard): DashboardCard => ({
  key,
  declared: true,
  width: wide ? columns.wide : columns.narrow,
  height: rowsOfCard,
})

async function kept({ db, caller }: Context, hold = false): Promise<{ readonly id: string; readonly content: DashboardContent } | null> {
  const row = await db
    .selectFrom('dashboard')
    .select(['id', 'content'])
    .where('home_of', '=', caller.accountId)
    .$if(hold, query => query.forUpdate())
    .executeTakeFirst()
  return row === undefined ? null : { id: row.id, content: row.content ?? emptyContent }
}

const isArranged = (cards: readonly DashboardCard[]): boolean => cards.some(card => card.declared === true)

/**
 * The cards that the caller sees now. What he may not see for a while keeps its place. Declared ones that he has not arranged stand as the
 * presets of his roles have them (`home`), and wait where none names them.
 */
function placed(context: Context, cards: readonly DashboardCard[], home: readonly string[] | null): Placed[] {
  const declared = cardsOn(context, 'home')
  const byKey = new Map(declared.map(card => [card.key, card]))
  const known = new Set(cards.map(card => card.key))
  const arranged = isArranged(cards)
  const own = cards.flatMap((one): Placed[] => {
    if (one.declared !== true) return one.page === undefined || maySee(context, one.page.type) ? [{ kept: one }] : []
    const card = byKey.get(one.key)
    return card === undefined ? [] : [{ kept: one, declared: card }]
  })
  const waits = (card: HomeCard): boolean =>
    !card.settingUp && (home === null ? card.byName !== false : arranged || !home.includes(card.key))
  const rank = (card: HomeCard): number => (home === null || card.settingUp ? rankOf(card) : home.indexOf(card.key))
  const fresh = declared
    .filter(card => !known.has(card.key) && (card.byName !== 'only' || home?.includes(card.key) === true))
    .toSorted((a, b) => Number(waits(a)) - Number(waits(b)) || rank(a) - rank(b))
    .map((card): Placed => ({ kept: { ...ofDeclared(card), ...(waits(card) ? { hidden: true } : {}) }, declared: card }))
  return [...own, ...fresh]
}

/** GET /homeCard/list. */
export async function homeCards(context: Context): Promise<HomeCardsAnswer> {
  const { cards } = (await kept(context))?.content ?? emptyContent
  const all = placed(context, cards, await homeOfRoles(context))
  const settingUp = all.some(({ declared }) => declared?.settingUp) && context.caller.systemAdmin && (await isSettingUp(context))
  return {
    list: all.filter(({ declared }) => settingUp || declared?.settingUp !== true).map(card => shown(card, context)),
    ...(isArranged(cards) ? { arranged: true } : {}),
  }
}

/** GET /homeCard/read: what a card by a word shows. */
export async function readCard(
  context: Context,
  key: string,
  period: PeriodName | undefined,
): Promise<FiguresAnswer | QueueAnswer | MoversAnswer | null> {
  const card = context.house.registry.homeCards.find(one => one.key === key)
  if (card?.word === undefined || !sees(context, card)) throw refuse.unknown(cardTitle)
  const { figures, queue, movers } = card.word
  if (figures !== undefined) return readFigures(context, figures, period)
  if (queue !== undefined) return readQueue(context, queue.of)
  if (movers !== undefined) return readMovers(context, movers)
  throw refuse.unknown(cardTitle)
}

/** GET /homeCard/list of another page than the workbench: the same cards for all, in the order in which they are declared. */
export const placeCards = (context: Context, place: Exclude<HomePlace, 'home'>): { list: ShownCard[] } => ({
  list: cardsOn(context, place).map(card => shown({ kept: ofDeclared(card), declared: card }, context)),
})

/** Every declared card that the caller may see, wherever it stands, but those of a new company. */
export const declaredCards = (context: Context): ShownCard[] =>
  context.house.registry.homeCards
    .filter(card => !card.settingUp && sees(context, card))
    .map(card => shown({ kept: ofDeclared(card), declared: card }, context))

const pinOf = (context: Context, { type, where = [], fields }: NonNullable<HomeWord['list']>): NonNullable<ShownCard['pin']> => ({
  type,
  url: listUrl(context, type, where) ?? '/',
  ...(fields === undefined ? {} : { fields }),
})

function shown({ kept: card, declared }: Placed, context: Context): ShownCard {
  const { key, title = '', width, hidden = false, page, measure } = card
  if (declared !== undefined) {
    const { component, wide, large, title: titles, word = {} } = declared
    const { figures, why, list, measure: asked } = word
    const at = context.language === 'en' ? 1 : 0
    const leads = list?.leads === undefined ? null : pageUrl(context, list.leads.path)
    return {
      key,
      title: titles[at],
      component,
      wide,
      large,
      hidden,
      ...(figures === undefined ? {} : { places: figures.of.length, periods: figures.periods }),
      ...(list === undefined ? {} : { pin: pinOf(context, list) }),
      ...(list?.leads === undefined || leads === null ? {} : { leads: { title: list.leads.title[at], url: leads } }),
      ...(asked === undefined ? {} : { measure: asked }),
      ...(why === undefined ? {} : { why }),
    }
  }
  const common = { key, title, wide: width > columns.narrow, large: true, hidden, own: true } as const
  return measure === undefined
    ? { ...common, component: 'home/pinned', ...(page === undefined ? {} : { pin: { type: page.type, url: page.url } }) }
    : { ...common, component: 'dashboards/measure', measure }
}

/** Changes the cards of the caller's home page; one change of a person after the other. */
async function arranged<T>(
  context: Context,
  work: (
    cards: readonly DashboardCard[],
    home: readonly string[] | null,
  ) => { readonly cards: readonly DashboardCard[]; readonly answer: T },
): Promise<T> {
  const { orgId, accountId } = context.caller
  return context.write(async (tx, inside) => {
    // two at once that make the first arrangement would else be two home pages
    await sql`select pg_advisory_xact_lock(hashtextextended(${`home page ${orgId} ${accountId}`}, 0))`.execute(tx)
    const row = await kept(inside, true)
    const { cards, answer } = work(row?.content.cards ?? [], await homeOfRoles(inside))
    const content = { ...(row?.content ?? emptyContent), cards }
    if (row !== null) await change(inside, dashboardResource, row.id, { content })
    else await create(inside, dashboardResource, { accountId, homeOf: accountId, name: '首页', audience: [`a${accountId}`], content })
    return answer
  })
}

/** POST /homeCard/update: all cards of the person, shown ones in their order. What he may not see at present keeps its mark. */
export async function arrangeHomeCards(context: Context, shownKeys: readonly string[], hiddenKeys: readonly string[]): Promise<null> {
  const given = [...shownKeys, ...hiddenKeys]
  return arranged(context, (cards, home) => {
    const byKey = new Map(placed(context, cards, home).map(({ kept: card }) => [card.key, card]))
    if (given.some(key => !byKey.has(key))) throw refuse.unknown(cardTitle)
    if (new Set(given).size !== given.length) throw refuse.rule(sentence`同一张卡片只能出现一次，请刷新后再调整`)
    const marked = (keys: readonly string[], hidden: boolean): DashboardCard[] =>
      keys.flatMap(key => {
        const { hidden: _before, ...card } = byKey.get(key) ?? { key, width: columns.narrow, height: rowsOfCard }
        return [{ ...card, ...(hidden ? { hidden: true as const } : {}) }]
      })
    const others = cards.filter(card => !given.includes(card.key))
    return { cards: [...marked(shownKeys, false), ...marked(hiddenKeys, true), ...others], answer: null }
  })
}

/** POST /homeCard/reset: as the presets of his roles have it; his own cards stay. */
export const resetHomeCards = (context: Context): Promise<null> =>
  arranged(context, cards => ({ cards: cards.filter(card => card.declared !== true), answer: null }))

/** The next of the keys with this beginning. */
const nextKey = (cards: readonly DashboardCard[], prefix: string): string =>
  prefix + String(1 + Math.max(0, ...cards.flatMap(({ key }) => (key.startsWith(prefix) ? [Number(key.slice(prefix.length)) || 0] : []))))

/** POST /homeCard/pin. The same page in the same state is pinned once; its new name counts. */
export async function pinPage(context: Context, page: PageAsk, title: string): Promise<{ key: string }> {
  if (!maySee(context, page.type)) throw refuse.unknown(['列表', 'List'])
  return arranged(context, cards => {
    const same = cards.find(card => card.page?.url === page.url)
    if (same !== undefined)
      return { cards: cards.map(card => (card.key === same.key ? { ...card, title } : card)), answer: { key: same.key } }
    refuseFull(cards)
    const key = nextKey(cards, 'pin.')
    const card: DashboardCard = { key, title, width: columns.wide, height: rowsOfCard, page: { ...page, look: 'rows' } }
    return { cards: [...cards, card], answer: { key } }
  })
}

/** POST /homeCard/add: a card of a dashboard, also on one's home page. */
export const addHomeCard = (context: Context, given: Omit<DashboardCard, 'key'>): Promise<{ key: string }> =>
  arranged(context, cards => {
    const card = { ...given, key: nextKey(cards, 'card.') }
    checkCards(context, [card], [], 'card')
    refuseFull(cards)
    return { cards: [...cards, card], answer: { key: card.key } }
  })

const pinsMax = 30
function refuseFull(cards: readonly DashboardCard[]): void {
  if (cards.filter(card => card.declared !== true).length >= Math.min(pinsMax, cardsMax))
    throw refuse.rule(sentence`首页最多固定 ${pinsMax} 个报表，请先取消一些`)
}

/** POST /homeCard/unpin. */
export const unpin = (context: Context, key: string): Promise<null> =>
  arranged(context, cards => {
    if (!cards.some(card => card.key === key && card.declared !== true)) throw refuse.unknown(cardTitle)
    return { cards: cards.filter(card => card.key !== key), answer: null }
  })

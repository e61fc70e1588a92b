/** What an explanation needs of a look, as it is kept with its result: history, parameters, and each figure of the steps. Pure. */
import { leadOf, type Channel } from './need.ts'
import type { Bought, Looked } from './look.ts'

/** digits that an explanation shows of rates */
const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value * 1e4) / 1e4)
const channel = (one: Channel | null) => (one === null ? null : { ...one, lead: leadOf(one), sigma: rounded(one.sigma) })

export const itemDetail = ({ of, need, given, lack, daily, isMean, ahead, onHand, coming }: Looked) => ({
  history: of.history,
  seenDays: of.speed.seenDays,
  cutAt: of.speed.cutAt,
  means: of.speed.means.map(rounded),
  weights: of.rule.weights,
  daily: rounded(daily),
  isMean,
  ahead: rounded(ahead),
  sigma: rounded(of.speed.sigma),
  slow: channel(of.slow),
  fast: channel(of.fast),
  reviewDays: of.rule.reviewDays,
  maxCoverDays: of.rule.maxCoverDays,
  mode: of.rule.mode,
  carton: of.product?.carton ?? 1,
  onHand,
  coming: coming.map(({ units, on }) => ({ units, on })),
  need: need === null ? null : { ...need, cover: rounded(need.cover) },
  given,
  lack,
})

export const buyDetail = ({ buy, supplyDays, supplyBy, own, coming, listings, supplier, moq }: Bought): string =>
  JSON.stringify({
    ...buy,
    supplyDays,
    supplyBy,
    own,
    coming,
    moq,
    pack: supplier?.pack ?? 1,
    listings: listings.length,
    there: buy.position - own - coming,
  })

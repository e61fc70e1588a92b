/**
 * Home card: what an area shows on the workbench. Drawn by the area's own `<component>.card.tsx`, or by a word (`figures`, `queue`,
 * `movers`, `why`, `list`, `measure`) over reports and lists that are there; whoever lacks the right does not get it.
 */
import { operations, type OperationId } from './operations.ts'
import type { Title } from './title.ts'
import type { MeasureAsk, MeasureLook, PeriodName } from './wire-dashboards.ts'
import type { Condition } from './wire-schemes.ts'

export interface HomeCard {
  /** unique over all areas; kept in people's arrangements, so it never changes */
  readonly key: string
  readonly title: Title
  /** file of the card: `culture/board/hot-topics` is `areas/culture/board/hot-topics.card.tsx` */
  readonly component: string
  /** permission whose `operation` (view unless said) a person needs; null: everybody, of a word whoever sees a part of it */
  readonly permission: string | null
  readonly operation: OperationId
  /** only while the caller's organisation lacks something that a new company needs, for system administrators */
  readonly settingUp: boolean
  /** takes the place of two */
  readonly wide: boolean
  /** has more to show when it is opened large */
  readonly large: boolean
  /** what it tells: figures come first, then what waits for the person, then the rest, until he arranges them otherwise */
  readonly tells: 'figures' | 'waiting' | 'other'
  /** pages that show it: the workbench, where people arrange their cards, and the culture home, where all have the declared order */
  readonly on: readonly HomePlace[]
  /** only on home pages that name it (`home` of a preset); others are offered it in 调整首页, or know nothing of it (`only`) */
  readonly byName: boolean | 'only'
  readonly word?: HomeWord
}
export type HomePlace = 'home' | 'culture'

/** A measure of a report over the period of the card, in CNY; whoever may not see it is shown `orElse`. */
export interface ReportFigure {
  readonly title?: Title
  readonly report: string
  readonly measure: string
  readonly orElse?: string
  /** what it shall come to: a measure of another report, of the same period */
  readonly target?: { readonly report: string; readonly measure: string }
  /** an aim of the month that people set: what of it is reached and the aim, fields of a list added up */
  readonly aim?: { readonly list: string; readonly where: readonly HomeCondition[]; readonly sum: string; readonly of: string }
  /** a balance: held against that of seven days ago, where nothing else says what it was */
  readonly weekAgo?: true
}
/** How many rows of a list there are, or what a field of theirs comes to. `fresh`: a day or instant; those of the last 7 days are told. */
export interface ListFigure {
  readonly title: Title
  readonly list: string
  readonly where: readonly HomeCondition[]
  readonly sum?: string
  readonly fresh?: string
  /** what part they are of the rows with `of`, in percent; above `most` it is said in red */
  readonly share?: { readonly of: readonly HomeCondition[]; readonly most: number }
}
export type HomeFigure = ReportFigure | ListFigure

/** `me` stands for the employee who looks, `month` and `lastMonth` by today, `30 days` for today and so many days from then on. */
export type HomeCondition = Condition & { readonly of?: 'me' | 'month' | 'lastMonth' | `${number} days` }

/** Rows of a list that wait, oldest by `since` first; or what an area tells of (`waits`). */
export type QueueSource =
  | {
      readonly title: Title
      readonly list: string
      readonly where: readonly HomeCondition[]
      /** the field that says since when, or until when (`due`) */
      readonly since: string
      readonly due?: true
      /** fields of the line, absent: the label of the list */
      readonly says?: readonly string[]
    }
  | { readonly waits: string }

export interface HomeWord {
  readonly figures?: {
    readonly of: readonly HomeFigure[]
    /** more than one: a switch */
    readonly periods: readonly [PeriodName, ...PeriodName[]]
    /** the one it opens with, absent: the first */
    readonly first?: PeriodName
    /** page that the card leads to */
    readonly opens?: string
  }
  readonly queue?: { readonly of: readonly QueueSource[] }
  readonly movers?: {
    readonly report: string
    readonly measure: string
    readonly orElse?: string
    readonly by: string
    readonly up: number
    readonly down: number
    readonly period: PeriodName
  }
  /** why the figure that a report tells of moved (declare/why.ts) */
  readonly why?: { readonly report: string; readonly period: PeriodName }
  /** rows of a list, or a report, as its page shows them; `leads`: a page where people act on them */
  readonly list?: {
    readonly type: string
    readonly where?: readonly HomeCondition[]
    /** absent: the first columns of the list */
    readonly fields?: readonly string[]
    readonly leads?: { readonly title: Title; readonly path: string }
  }
  readonly measure?: MeasureAsk & { readonly look: MeasureLook }
}

type Given = Pick<HomeCard, 'key' | 'title' | 'component' | 'permission'> &
  Partial<Pick<HomeCard, 'operation' | 'settingUp' | 'wide' | 'large' | 'tells' | 'on' | 'byName'>>

const usual = {
  operation: operations.view,
  settingUp: false,
  wide: false,
  large: false,
  tells: 'other',
  on: ['home'],
  byName: false,
} as const

export const homeCard = (card: Given): HomeCard => ({ ...usual, ...card })

const componentOf = {
  figures: 'home/figures',
  queue: 'home/queue',
  movers: 'home/movers',
  why: 'report/why',
  list: 'home/pinned',
  measure: 'dashboards/measure',
} as const satisfies Record<keyof HomeWord, string>

/** A card by a word: it stands on the home pages that name it. */
export function wordCard(
  key: string,
  title: Title,
  word: HomeWord,
  more: Partial<Pick<HomeCard, 'wide' | 'byName' | 'permission'>> = {},
): HomeCard {
  const name = (Object.keys(word) as (keyof HomeWord)[])[0] ?? 'list'
  const isStrip = word.figures !== undefined || word.why !== undefined
  const large = word.list !== undefined
  const byName = word.queue === undefined ? true : 'only'
  return { ...usual, key, title, component: componentOf[name], permission: null, word, byName, large, wide: isStrip, ...more }
}

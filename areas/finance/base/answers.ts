/** Answers of calls that have a screen of their own. Types only; the browser imports them by `import type`. */

import type { RowApproval } from '#platform/declare/approval.ts'
import type { CloseGroup } from '#platform/declare/close-groups.ts'

/** Sums of a settlement in its two reports. */
export interface Sides {
  readonly settlement: string
  readonly transactions: string
  readonly difference: string
}
/** A finance item of a statement, or a kind that no mapping covers. */
export interface StatementRow extends Sides {
  readonly key: string
  readonly title: string
  /** of what no mapping covers: its kind */
  readonly unmapped: string | null
  /** kinds of its lines in the settlement report */
  readonly kinds: readonly string[]
  readonly lines: number
}
export interface StatementGroup extends Sides {
  readonly code: string
  readonly rows: readonly StatementRow[]
}
interface Neighbour {
  readonly id: string
  readonly settlementId: string
}
export interface Statement {
  readonly shopId: string
  readonly settlementId: string
  readonly currency: string
  /** of the file that brought it */
  readonly importId: string | null
  /** in which its lines are booked; before it has any, those that it reaches into */
  readonly months: { readonly from: string; readonly to: string }
  /** reconciled: 0 no transaction lines, 1 equal, 2 different; orders on which the reports disagree */
  readonly verdict: { readonly reconciled: number; readonly difference: string | null; readonly orders: number }
  /** carried + own = total, what is paid; came in full on `arrivedOn`; `waitedDays` since its day of payment, where it is expected */
  readonly roll: {
    readonly carried: string
    readonly own: string
    readonly total: string
    readonly isExpected: boolean
    readonly arrivedOn: string | null
    readonly matchId: string | null
    readonly waitedDays: number | null
  }
  readonly groups: readonly StatementGroup[]
  /** stated: the total and the lines that the file itself tells; audited: of its lines */
  readonly foot: Sides & {
    readonly stated: string
    readonly lines: number
    readonly statedLines: number
    readonly unmapped: number
    readonly audited: number
  }
  /** of the shop and currency */
  readonly neighbours: { readonly previous: Neighbour | null; readonly next: Neighbour | null }
}

export interface ProductYearRow {
  readonly productId: string
  readonly sku: string
  readonly name: string
  /** cost in force, units sold and cost of goods sold by month, January first; null: none known */
  readonly months: readonly {
    readonly month: string
    readonly unitCost: string | null
    readonly currency: string | null
    readonly quantity: string
    readonly amount: string
  }[]
}

/**
 * Total figures of a month over all shops: currency (of the shops, and CNY over all) -> measure -> exact decimal; null: a rate was missing.
 */
export interface ClosedResult {
  readonly shops: Readonly<Record<string, Readonly<Record<string, string | null>>>>
  readonly cny: Readonly<Record<string, string | null>>
}

/** An item of the checklist of a month (areas/finance/close/checklist), of one company or of the organisation. */
export interface ListedItem {
  readonly code: string
  readonly title: string
  readonly needs: 'clean' | 'reason' | 'look'
  /** the page where one looks */
  readonly path: string
  /** null: of the organisation; its name null: shops without a legal entity */
  readonly company: { readonly id: string; readonly name: string | null } | null
  /** said: somebody looked, or said why it may lack; changed: something else is lacking since */
  readonly state: 'clean' | 'open' | 'said' | 'changed'
  readonly gaps: readonly { readonly message: string; readonly path: string }[]
  /** gaps that are not named */
  readonly more: number
  /** who answers for it; `left`: the name of whom it was, who has left the company */
  readonly owner: { readonly id: string | null; readonly name: string; readonly left: string | null } | null
  readonly reason: string
  readonly saidBy: string
  readonly saidAt: string | null
  /** of what is kept of it; null: nothing is */
  readonly version: number | null
}

/** An item of the checklist before it is asked for. `isLong`: shop by shop, after the others. */
export interface ItemTitle {
  readonly code: string
  readonly title: string
  readonly group: CloseGroup
  readonly isLong: boolean
}

/** `code`: order, notOver, running, computing, layers, unmapped, missingRate, or that of an item of the checklist */
export interface Finding {
  readonly code: string
  readonly message: string
  /** the page where it is solved; null: waiting or another month does */
  readonly path: string | null
}
export interface MonthCheck {
  readonly month: string
  readonly closed: boolean
  readonly blockers: readonly Finding[]
  readonly items: readonly ListedItem[]
  readonly result: ClosedResult
  /** over every shop of the organisation; false: over those that the asker may see */
  readonly isWhole: boolean
  /** figures that would be others if the month were closed today; its stored result stays */
  readonly altered: readonly {
    readonly currency: string
    readonly measure: string
    readonly title: string
    readonly closed: string | null
    readonly now: string | null
  }[]
}

export interface BookMonths {
  readonly list: readonly BookMonth[]
  /** the checklist of each month */
  readonly items: readonly ItemTitle[]
  /** over every shop of the organisation; false: over those that the asker may see, who then can't close */
  readonly isWhole: boolean
}

/** The month whose turn it is to be closed, for the card of the home page. */
export interface DueMonth {
  /** null: none is over and open */
  readonly due: { readonly month: string; readonly blockers: readonly Finding[] } | null
  /** months that are over and not closed */
  readonly open: number
  readonly isWhole: boolean
}

export interface BookMonth {
  /** YYYY-MM */
  readonly month: string
  /** record of its close; null: it was never closed */
  readonly id: string | null
  readonly state: 0 | 1
  /** its reopening is asked for */
  readonly approval: RowApproval | null
  /** it is over, and every month before it is closed */
  readonly due: boolean
  readonly over: boolean
  /** in CNY over the shops that the asker may see: as closed (all shops), else as it stands now; null: a rate is missing, or not asked */
  readonly profit: string | null
  readonly sales: string | null
  readonly closedByName: string | null
  readonly closedAt: string | null
  /** of the month that is due, null elsewhere */
  readonly blockers: readonly Finding[] | null
}

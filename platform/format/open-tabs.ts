/** The tabs a person has open in an organisation: what is kept of them, and how much. Pure, for both sides. */

/** One open page: what it takes to open it again as it was left. */
export interface StoredTab {
  /** one tab per key: the menu entry's path with its own query values, or the path of a document */
  readonly key: string
  /** address with everything the page keeps in its query: filters, order, page */
  readonly url: string
  readonly title: string
  /** scroll positions in pixels by the name of the scrolled place */
  readonly scroll?: Readonly<Record<string, number>>
}

export interface StoredTabs {
  readonly tabs: readonly StoredTab[]
  /** the tab that was in front; empty where there is none */
  readonly activeKey: string
}

/** Tabs kept per person and organisation; whoever has more open keeps the last ones. */
export const storedTabsMax = 100
/** a long list state stands behind a short key (2 KB), so an address above this is not ours */
export const tabUrlLengthMax = 4_000
export const tabTitleLengthMax = 200
/** scrolled places of one page */
export const tabScrollsMax = 10

/** A phone has tabs of its own: what a large screen holds open is too much for it, and is not what is done there. */
export const screens = ['desk', 'phone'] as const
export type Screen = (typeof screens)[number]

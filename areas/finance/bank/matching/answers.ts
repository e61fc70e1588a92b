/** What the page of bank matching is answered. Types alone. */
export interface LineAnswer {
  /** of the list of open lines */
  readonly rowId: string
  readonly id: string
  readonly postedOn: string
  readonly account: string
  readonly open: string
  readonly currency: string
  readonly text: string
}
export interface PaymentAnswer {
  readonly id: string
  readonly dueOn: string
  readonly source: string
  readonly reference: string
  readonly party: string
  readonly shop: string
  readonly open: string
  readonly currency: string
}
export interface Candidate {
  readonly key: string
  readonly kind: string
  readonly score: number
  readonly confidence: number
  /** it is the one that is kept: accepted by the call of suggestions, else matched by what it holds */
  readonly isProposed: boolean
  /** lines beside the one that was asked for */
  readonly others: readonly LineAnswer[]
  readonly payments: readonly PaymentAnswer[]
  readonly item: number | null
  readonly itemTitle: string
  readonly difference: string
  readonly reasons: readonly { readonly text: string; readonly fits: boolean }[]
}
export interface CandidatesAnswer {
  /** who matched the line meanwhile; null: it is open */
  readonly taken: { readonly by: string; readonly at: string } | null
  readonly suggestions: readonly Candidate[]
  /** all open payments that a search finds, the nearest in amount first; null: none was asked for */
  readonly payments: { readonly list: readonly PaymentAnswer[]; readonly total: number } | null
}

export interface OpenAccount {
  readonly id: string
  readonly name: string
  readonly open: number
  /** of the newest file that was imported for it: when, and up to which day; null: none */
  readonly file: { readonly on: string; readonly until: string | null } | null
}
export interface OverviewAnswer {
  readonly accounts: readonly OpenAccount[]
  /** what a line is booked as that has no document */
  readonly items: readonly { readonly value: number; readonly label: string }[]
  /** months with open lines, the newest first */
  readonly months: readonly string[]
  /** of the account and month that were asked for */
  readonly open: number
  readonly sums: readonly { readonly currency: string; readonly amount: string }[]
  readonly suggested: number
  /** the first line of each proposal that is sure; each is accepted once */
  readonly high: number
  /** rows of the list, where they were asked for */
  readonly highIds?: readonly string[]
}

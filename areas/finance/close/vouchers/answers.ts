/** What calls of vouchers answer. Types alone: pages import them. */

export interface PaperItem {
  /** field of the entry, such as `shopItem` */
  readonly field: string
  /** code of the kind */
  readonly kind: number
  readonly title: string
  /** null: the account asks for it and it is not there */
  readonly name: string | null
}
export interface PaperEntry {
  readonly id: string
  readonly version: number
  readonly no: number
  readonly summary: string
  readonly code: string
  readonly account: string
  readonly items: readonly PaperItem[]
  readonly currency: string
  readonly amount: string
  readonly rate: string
  readonly debit: string
  readonly credit: string
}
/** What entries are made of: an amount of one item, and what it comes to on the line that it debits and the one that it credits. */
export interface PaperSource {
  readonly id: string
  readonly title: string
  readonly of: string
  readonly currency: string
  readonly amount: string
  readonly rate: string
  readonly base: string
  readonly debitNo: number
  readonly creditNo: number
}
/** How another voucher belongs to this one. */
export interface PaperKin {
  readonly id: string
  readonly title: string
  readonly edition: number
  readonly state: number
  readonly day: string
  readonly debit: string
  readonly how: 'newer' | 'older' | 'reversal' | 'reversed'
}
/** What may be filled in where an entry lacks it. */
export interface PaperChoice {
  readonly id: string
  readonly kind: number
  readonly name: string
}
export interface VoucherPaper {
  readonly company: string
  readonly preparer: string
  /** vouchers of the company and month that count */
  readonly count: number
  /** whether items may still be filled in */
  readonly isOpen: boolean
  readonly entries: readonly PaperEntry[]
  readonly sources: readonly PaperSource[]
  readonly kin: readonly PaperKin[]
  /** of the kinds that entries lack */
  readonly choices: readonly PaperChoice[]
}

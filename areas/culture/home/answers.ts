/** Answers of the culture home as the browser gets them. */

/** One colleague to congratulate. His year of birth is nobody's business here. */
export interface Celebration {
  readonly employeeId: string
  readonly name: string
  readonly dept: string
  readonly avatar: string | null
  readonly kind: 'birthday' | 'anniversary'
  /** of this year, YYYY-MM-DD; 29 February is kept on the 28th where there is none */
  readonly day: string
  /** days from today, 0 to 14 */
  readonly inDays: number
  /** full years with the company on that day; null: a birthday */
  readonly years: number | null
}

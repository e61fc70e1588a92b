/** Year and month lists of the pickers (1-shell section 9). All run from the latest year down. */

function yearsDown(latest: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => latest - index)
}

/** 50 years ending next year. */
export function fullYears(currentYear: number): number[] {
  return yearsDown(currentYear + 1, 50)
}

/** Next year and the nine before. */
export function longYears(currentYear: number): number[] {
  return yearsDown(currentYear + 1, 10)
}

/** This year and the five before. */
export function shortYears(currentYear: number): number[] {
  return yearsDown(currentYear, 6)
}

export interface MonthOption {
  readonly value: number
  readonly label: string
}

/** 1 to 12, labelled 1月 to 12月. */
export const MONTHS: readonly MonthOption[] = Array.from({ length: 12 }, (_, index) => ({ value: index + 1, label: `${index + 1}月` }))

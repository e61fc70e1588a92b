/** Pages on which what a report lacks is filled in: components of menu entries, named by the composition root. */
export interface ReportLinks {
  readonly rates: string | null
  readonly types: string | null
  readonly costs: string | null
  /** where a seller's SKU gets its product */
  readonly skus: string | null
  /** where the figures of a report come in */
  readonly begin: string | null
}

let links: ReportLinks = { rates: null, types: null, costs: null, skus: null, begin: null }

export function registerReportLinks(next: ReportLinks): void {
  links = next
}

export const reportLinks = (): ReportLinks => links

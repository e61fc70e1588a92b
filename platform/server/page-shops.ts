/** By which filter the page of a list or report is narrowed to shops: it goes along between the tabs of a subject. Pure. */
import type { Page } from '#platform/declare/page.ts'
import type { Report } from '#platform/declare/report.ts'
import type { Resource } from '#platform/declare/resource.ts'

interface Declared {
  readonly types: ReadonlyMap<string, Resource>
  /** by name */
  readonly reports: ReadonlyMap<string, { readonly report: Report }>
}

function shopsFilter({ component }: Page, { types, reports }: Declared): string | undefined {
  const [kind = '', name = ''] = component.split('/', 2)
  if (kind === 'list') return types.get(name)?.fields['shopId']?.options.filter === undefined ? undefined : 'shopId'
  if (kind !== 'report') return undefined
  return Object.entries(reports.get(name)?.report.dimensions ?? {}).find(([, { target }]) => target === 'shop')?.[0]
}

export function withShops(page: Page, declared: Declared): Page {
  const shops = shopsFilter(page, declared)
  return shops === undefined ? page : { ...page, shops }
}

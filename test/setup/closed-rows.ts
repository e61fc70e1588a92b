/** For tests: what lies in closed months, as far as figures follow from it, before and after somebody tries to change it. */
import { storedFields } from '#platform/server/db/ddl.ts'
import { columnOf, primaryOf, type Resource } from '#platform/declare/resource.ts'
import type { Registry } from '#platform/server/contract/registry.ts'

/** Resources whose rows stay once their month is closed. */
export const closingOf = ({ resources }: Registry): readonly Resource[] => [...resources.values()].filter(r => r.closes !== undefined)

/** Table -> its rows up to this day, in their own order. */
export async function closedRows(
  closing: readonly Resource[],
  until: string,
  read: (statement: string) => Promise<readonly { readonly t?: unknown; readonly rows?: unknown }[]>,
): Promise<Readonly<Record<string, string>>> {
  const parts = closing.map(r => {
    const kept = [...new Set([...primaryOf(r), ...storedFields(r).map(([name]) => name)])]
      .filter(name => r.closes?.but?.includes(name as never) !== true)
      .map(columnOf)
    return `select '${r.table}' as t, (select jsonb_agg(x order by x::text) from (select ${kept.join(', ')} from ${r.table}
      where ${columnOf(r.closes?.on ?? '')} <= '${until}') x) as rows`
  })
  return Object.fromEntries((await read(parts.join(' union all '))).map(one => [String(one.t), JSON.stringify(one.rows)]))
}

/** For tests: a role of the demo company looks at lists that it has no right to, for what such a person then sees of them. */
import { operations } from '#platform/declare/operations.ts'
import type { OpenHouse } from '#platform/server/open-house.ts'

interface Books {
  readonly house: OpenHouse
  sql(statement: string, values?: readonly unknown[]): Promise<unknown>
}

export async function roleLooksAt({ house, sql }: Books, role: string, ...permissions: readonly string[]): Promise<void> {
  await sql(
    `insert into role_permission (org_id, role_id, permission, operation) select r.org_id, r.id, p, o
      from role r cross join unnest($2::text[]) p cross join unnest($3::int[]) o where r.name = $1 on conflict do nothing`,
    [role, permissions, [operations.view, operations.export]],
  )
  house.rights.forget?.()
}

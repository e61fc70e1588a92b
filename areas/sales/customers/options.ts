/** Customers by a part of their e-mail or name, for whoever may see both: each one that is told stands in the trail. */
import { sql } from 'kysely'
import { sentence } from '#platform/declare/sentence.ts'
import { type Context, refuse } from '#platform/server/area.ts'
import { soughtPredicate } from '#platform/server/lists.ts'
import { writeAudits } from '#platform/server/records.ts'
import { customer } from './tables.ts'

export const optionsMax = 20
const lettersMin = 2
const soughtIn = { email: ['email'], name: ['userName', 'firstName', 'lastName'] } as const

export interface OptionsAsk {
  readonly email?: string
  readonly name?: string
  readonly pageSize?: number
}
interface CustomerOption {
  readonly customer_id: string
  readonly email: string | null
  readonly first_name: string | null
  readonly last_name: string | null
}

export async function customerOptions(context: Context, { email, name, pageSize }: OptionsAsk): Promise<readonly CustomerOption[]> {
  const wanted = [
    ['email', email?.trim() ?? ''],
    ['name', name?.trim() ?? ''],
  ] as const
  const asked = wanted.filter(([, text]) => text !== '')
  const tooShort = asked.length === 0 ? wanted : asked.filter(([, text]) => text.length < lettersMin)
  if (tooShort.length > 0)
    throw refuse.invalid(tooShort.map(([field]) => ({ field, message: sentence`请至少输入 ${lettersMin} 个字再查找客户` })))
  return context.write(async tx => {
    const max = pageSize ?? optionsMax
    const matching = asked.map(([field, text]) => soughtPredicate(customer, 'c', soughtIn[field], text))
    const found: CustomerOption[] = []
    // who ordered last comes first: frequent words are found along the index of that day, rare ones along that of the texts
    for (const ordered of [sql<boolean>`c.last_on is not null`, sql<boolean>`c.last_on is null`]) {
      if (found.length === max) break
      const rows = await tx
        .selectFrom('customer as c')
        .select([
          sql<string>`c.id::text`.as('customer_id'),
          sql<string | null>`c.email`.as('email'),
          sql<string | null>`coalesce(c.first_name, c.user_name)`.as('first_name'),
          sql<string | null>`c.last_name`.as('last_name'),
        ])
        .where(sql<boolean>`${sql.join([ordered, ...matching], sql` and `)}`)
        .orderBy('c.last_on', 'desc')
        .orderBy('c.id')
        .limit(max - found.length)
        .execute()
      found.push(...(rows as CustomerOption[]))
    }
    const fields = ['email', 'firstName', 'lastName']
    await writeAudits(
      context,
      tx,
      found.map(({ customer_id: recordId }) => ({ subject: customer.table, recordId, verb: 'reveal', before: null, after: { fields } })),
    )
    return found
  })
}

/**
 * A buyer who closed his account with the marketplace: user name, names and e-mail go, his orders stay with the number that says nothing of
 * him. What later files name of him is not taken (keep.ts).
 */
import { sql } from 'kysely'
import type { Context } from '#platform/server/area.ts'
import { setDerived, writeAudits } from '#platform/server/records.ts'
import { customerNoOf } from '../files/buyer.ts'
import { customer } from './tables.ts'

const personal = { userName: null, firstName: null, lastName: null, email: null } as const

/** By the names that the marketplace has for him; answers in how many shops he was known. Told again, nothing changes. */
export const forgetBuyer = (context: Context, platform: number, names: readonly string[]): Promise<number> =>
  context.write(async (tx, inside) => {
    const found = await tx
      .selectFrom('customer as c')
      .innerJoin('shop as s', 's.id', 'c.shop_id')
      .innerJoin('marketplace as m', 'm.code', 's.marketplace_code')
      .select('c.id')
      .where(sql<boolean>`m.platform = ${platform}`)
      .where('c.customer_no', 'in', ['0', ...names.filter(name => name !== '').map(customerNoOf)])
      .where(sql<boolean>`c.erased_at is null`)
      .orderBy('c.id')
      .execute()
    const erasedAt = inside.now().toISOString()
    await setDerived(
      inside,
      customer,
      found.map(({ id }) => ({ id, ...personal, erasedAt })),
    )
    const after = { fields: Object.keys(personal) }
    await writeAudits(
      inside,
      tx,
      found.map(({ id: recordId }) => ({ subject: customer.table, recordId, verb: 'erase', before: null, after })),
    )
    return found.length
  })

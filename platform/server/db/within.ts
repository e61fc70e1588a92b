/** The context of a call on a transaction that is open, and for whom it acts. */
import type { Context } from '../contract/context.ts'
import type { Tx } from '../contract/database.ts'

/** The same person acting for another one. */
export const actingFor = (context: Context, actsFor: NonNullable<Context['actsFor']>): Context => ({ ...context, actsFor })

/** The same context inside a transaction that is open: what is read and written by it joins that one. */
export function within(context: Context, tx: Tx): Context {
  return joined(context, context.through(tx))
}

/** The server itself inside an open transaction, in the organisation of whoever asks: for what follows from his act beyond his reach. */
export const inServersName = async (context: Context, tx: Tx, reason: string): Promise<Context> =>
  within(await context.house.asSystem(context.caller.orgId, reason, tx), tx)

/** The context on a transaction of its own. */
export function joined(context: Context, tx: Tx): Context {
  return {
    ...context,
    db: tx,
    tx,
    write(this: Context, work) {
      return work(tx, this)
    },
  }
}

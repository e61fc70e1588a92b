/** A job that comes back every hour: whoever runs it orders the next one; the key keeps it single over all processes. */
import type { JobHandler } from '../contract/area.ts'
import type { House } from '../contract/house.ts'

const hourMs = 3_600_000

export interface Hourly {
  readonly handler: JobHandler
  /** one round of it */
  readonly work: (house: House) => Promise<void>
  begin(house: House): Promise<void>
}

export const hourly = (task: string, work: (house: House) => Promise<void>): Hourly => recurring(task, hourMs, work)

/** As `hourly`, after `everyMs`. A round that fails is logged, and the next one is ordered all the same. */
export function recurring(task: string, everyMs: number, work: (house: House) => Promise<void>): Hourly {
  const order = async (house: House, inMs: number): Promise<void> => {
    const runAt = new Date(house.now().getTime() + inMs)
    await house
      .unscoped('ordering an hourly job')
      .transaction()
      .execute(tx => house.jobs.add(tx, task, {}, { key: task, runAt }))
  }
  return {
    handler: async house => {
      await work(house).catch((error: unknown) => house.log.error({ err: error, task }, 'a recurring job failed'))
      await order(house, everyMs)
    },
    work,
    begin: house => order(house, 0),
  }
}

/** Writes products and sends what webhooks are due, side by side, until it is killed (webhooks.test.ts). */
import { pino } from 'pino'
import { access, withKeys } from '#areas/access/index.ts'
import { sendAll } from '#areas/access/webhooks/send.ts'
import { admin, createRights } from '#areas/admin/index.ts'
import { reference } from '#areas/reference/index.ts'
import type { Settings } from '#platform/server/contract/house.ts'
import { openHouse } from '#platform/server/open-house.ts'
import { addRecord } from '#platform/server/records.ts'

export interface ChildAsk {
  readonly settings: Settings
  readonly accountId: string
  readonly orgId: string
  readonly now: string
  /** of the SKUs of this life */
  readonly life: number
}
const { settings, accountId, orgId, now, life } = JSON.parse(process.argv[2] ?? '') as ChildAsk
const notHere = (): never => {
  throw new Error('stored files are not part of this')
}
const house = openHouse({
  settings,
  areas: [reference, admin, access],
  files: new Proxy({} as never, { get: notHere }),
  log: pino({ level: 'silent' }),
  now: () => new Date(now),
  rights: withKeys(createRights),
})
const caller = await house.rights.callerOf(accountId, orgId)
const product = house.registry.types.get('product')
if (caller === null || product === undefined) throw new Error('nobody writes')

async function write(lane: number): Promise<never> {
  if (caller === null || product === undefined) throw new Error('nobody writes')
  for (let n = 0; ; n += 1) {
    const sku = `KILL-${life}-${lane}-${n}`
    await addRecord(house.asUser(caller, 'zh', sku), product, { sku, name: sku })
  }
}
async function send(): Promise<never> {
  for (;;) {
    await sendAll(house)
    await new Promise(resolve => setTimeout(resolve, 5))
  }
}
console.log('ready')
await Promise.all([write(0), write(1), send()])

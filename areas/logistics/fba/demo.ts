/** What the marketplace received of the demo company: a file of its ledger, one shipment whole, one short by six units with a claim. */
import { sql } from 'kysely'
import { addDays } from '#platform/format/dates.ts'
import { dayInZone, homeZone } from '#platform/format/zones.ts'
import type { DemoPeople } from '#platform/server/area.ts'
import { addRecord } from '#platform/server/records.ts'
import { takeSteps } from '#platform/server/steps.ts'
import { claimRule, importFiles } from '#areas/finance/index.ts'
import { behind } from '#areas/goods/index.ts'
import { boxLimit, fbaShipment } from './tables.ts'
import { keepReceipts } from './receipts.ts'
import { claimShort } from './short.ts'

/** number of the n-th order that ships */
export const demoNumber = (n: number): string => `FBA15DEMO${String(n + 1).padStart(2, '0')}`
const [whole, short, lacks] = [0, 1, 6]
const heads = [
  'Date,FNSKU,ASIN,MSKU,Title,Event Type,Reference ID,Quantity,Fulfillment Center,Disposition,Reason,Country,Reconciled Quantity',
  'Unreconciled Quantity,Date and Time',
].join(',')
/** an inbound rule of amazon.com is the company's own: the marketplace changes its days */
const inbound = {
  kind: 6,
  fromDays: 0,
  toDays: 60,
  valueRule: 1,
  currency: 'USD',
  isOn: true,
  validFrom: '2026-01-01',
  remark: '演示',
}

interface Sent {
  readonly id: string
  readonly no: string
  readonly shopId: string
  readonly code: string
  readonly sku: string
  readonly title: string
  readonly units: number
}
export async function makeReceipts({ now, as }: DemoPeople): Promise<void> {
  const [admin, finance] = [await as('admin'), await as('finance')]
  const { orgId } = admin.caller
  const today = dayInZone(now.getTime(), homeZone)
  const { rows } = await admin.write(tx =>
    sql<Sent>`select s.id::text as id, s.confirmation_id as no, s.shop_id::text as "shopId", h.marketplace_code as code,
        m.seller_sku as sku,
        p.name as title, l.expected as units
      from fba_shipment s join fba_shipment_line l on l.shipment_id = s.id join sku_map m on m.id = l.label_id
        join product p on p.id = l.product_id join shop h on h.id = s.shop_id
      where s.org_id = ${orgId} and s.confirmation_id = any(${[demoNumber(whole), demoNumber(short)]}) and s.status = 4
      order by s.id`.execute(behind(tx)),
  )
  await addRecord(admin, boxLimit, {
    marketplaceCode: 'amazon.com',
    maxSide: '63.5',
    maxWeight: '22.7',
    heavyFrom: '15',
    source: 'Seller Central, Shipping and routing requirements',
    seenOn: addDays(today, -90),
  })
  const day = addDays(today, -1)
  for (const [shopId, sent] of Map.groupBy(rows, one => one.shopId)) {
    const received = sent.map(one => {
      const units = one.no === demoNumber(short) ? one.units - lacks : one.units
      const what = [day, '', '', one.sku, one.title, 'Receipts', one.no, units]
      return [...what, 'ONT8', 'SELLABLE', '', 'US', 0, 0, `${day} 09:00:00`]
    })
    await importFiles(finance, [{ shopId, name: `ledger-receipts-${day}.txt`, rows: [heads.split(','), ...received] }])
    await keepReceipts(await admin.house.asSystem(orgId, 'receipts of the demo company'), shopId)
  }
  const one = rows.find(sent => sent.no === demoNumber(short))
  if (one === undefined) return
  await takeSteps(admin, fbaShipment, { ids: [{ id: one.id }], pick: { step: 'close' }, input: {} })
  const known = await finance.db
    .selectFrom('claim_rule')
    .select('id')
    .where('marketplace_code', '=', one.code)
    .where(sql<boolean>`kind = ${inbound.kind}`)
    .executeTakeFirst()
  if (known === undefined) await addRecord(finance, claimRule, { ...inbound, marketplaceCode: one.code })
  const { rows: lines } = await admin.write(tx =>
    sql<{ id: string }>`select id::text as id from fba_shipment_line where shipment_id = ${one.id} and state = 2`.execute(behind(tx)),
  )
  for (const { id } of lines) await claimShort(admin, id)
}

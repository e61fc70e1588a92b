import { sentence } from '#platform/declare/sentence.ts'
import { refuse, type Context } from '#platform/server/area.ts'
import { stages } from './first-leg-tables.ts'

/** The initial period takes its own shipments; the list, which has one button, takes packing lists of either stage. */
export async function refuseOtherStage(context: Context, shipmentId: string | undefined, stage: number): Promise<void> {
  if (shipmentId === undefined || stage !== stages.initial[0]) return
  const found = await context.db.selectFrom('first_leg_shipment').select('stage').where('id', '=', shipmentId).executeTakeFirst()
  if (found && found.stage !== stage) throw refuse.invalid([{ field: 'shipmentId', message: sentence`所选货件不是期初，请用“导入装箱单”` }])
}

/** Tables of research, by name. */
import type { DatabaseOf } from '#platform/declare/resource.ts'
import { infringementCheck, infringementHit } from './check-tables.ts'
import { changeEffect, changeOrder, changeOrderLine } from './change-tables.ts'
import { gateTemplate, rdDeliverable, rdGateStay, rdMember, rdProject } from './project-tables.ts'
import { rdTest, sample, sampleMove } from './sample-tables.ts'
import { rdTime } from './time-tables.ts'

/** those that statements written by hand name */
const named = {
  rdProject,
  gateTemplate,
  rdDeliverable,
  rdGateStay,
  rdTime,
  sample,
  sampleMove,
  rdTest,
  infringementCheck,
  changeOrder,
  changeEffect,
}
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof named> {}
}

export const researchTables = { ...named, rdMember, infringementHit, changeOrderLine }
